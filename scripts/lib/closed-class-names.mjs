/**
 * Adjectives, participles, pronouns, prepositions and adverbs that name nothing by themselves: `known` is a known user, a
 * known token or a set of known names. Words that are terms of code (`from`, `to`, `next`, `last`, `first`, `rest`, `all`,
 * `open`, `expected`) and moments (`before`, `after`, `since`, `until`) are names.
 */
export const closedClassNames = new Set(
  `
  about above absent across added again against ahead alive allowed alone along also alternative always among answered
  apart applied around as aside asked asleep at awake away back bad bare been begun behind below best better between
  beyond big both but by cached certain changed checked chosen claimed counted created dead deleted delivered did
  different does done double down dropped due during early either else empty enough even ever extra failed far few
  filtered foreign former found free fresh full further given global gone good got grouped had half has here
  hidden high hence how ignored invited is itself joined just kept known large late later latter least left less
  likely listed little loaded local long lost low made many merged met mine missing more most much named near needed
  neither never new none not off often old on once only opened out over own parsed past plain planned possible present
  proven public pure put quiet ready received recorded refused removed revoked right running said same
  saved seen sending sent several shared short shown skipped small so some sometimes soon sorted spare spent split
  started still stopped stored such sure taken tested than then there these they those through thus together too
  tried twice typed under unknown unused up updated upon used very visible waiting wanted was what when where which who
  whole whom whose why with within without worse worst written wrong yet you
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);
