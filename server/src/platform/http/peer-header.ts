/** Where the traffic process writes who has connected to it; it takes away what a client writes there. */
export const peerHeader = 'x-botscope-peer';
