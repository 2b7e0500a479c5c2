/** Header in which the traffic process names the peer of its connection; a client's own is taken away. */
export const peerHeader = 'x-botscope-peer';
