interface Connected {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  readonly localAddress?: string | undefined
}

/**
 * What a connection is found by where its handshake of TLS ends on another socket than the one that was taken. With the address of ours that it
 * has reached: two connections to two of them may come from one port.
 */
export const peerOf = ({ remoteAddress, remotePort, localAddress }: Connected): string => `${remoteAddress} ${remotePort} ${localAddress}`
