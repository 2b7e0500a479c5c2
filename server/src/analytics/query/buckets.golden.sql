-- equal days
toUInt16(intDiv(toUInt32(<seconds> - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1);
-- days around a clock change
toUInt16(intDiv(toUInt32(toUInt32(<seconds> - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(<seconds> - {bucket_origin:UInt32}) >=
    {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1);
-- a year of months
toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(<seconds> - {bucket_origin:UInt32}),
    {bucket_cell:UInt32}) + 1) + (toUInt32(<seconds> - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)},
        arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(<seconds> - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1))));
