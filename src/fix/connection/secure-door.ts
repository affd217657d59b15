import type { Socket } from 'node:net'
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls'
import type { FixGateway } from '../gateway.ts'
import { peerOf } from '../../domain/edges/peer-of.ts'

/** TLS between the listener and the sessions. */
export interface SecureDoor {
  /** Has the handshake with a client that the doorkeeper has let in. */
  receive(socket: Socket): void
  /** For the handshakes from now on. */
  useCertificate(tls: TlsOptions): void
}

/**
 * A client has as long for its handshake as for its Logon, and counts as one that has not logged on until the handshake is over. A handshake that
 * fails is a refused Logon; one that takes too long, a Logon that has not come in time. `take` gets the connections whose handshake has succeeded.
 * (jspurefix's own TLS would read them as UTF-8, which changes bytes above 0x7F.)
 */
export function secureDoor(gateway: FixGateway, tls: TlsOptions, take: (secure: TLSSocket) => void): SecureDoor {
  const { door, limits } = gateway
  // It never listens: sockets are handed to it. Client certificates are judged below: Node would cut a connection without a word for the log.
  const server = createServer({ ...tls, rejectUnauthorized: false, handshakeTimeout: limits.logonTimeoutMs })
  const handshakes = new Map<string, Socket>()

  const refuse = (secure: TLSSocket, detail: string): void => {
    const reason = detail === 'ERR_TLS_HANDSHAKE_TIMEOUT' ? 'timeout' : 'tls'
    door.refused({ reason, compId: '', address: addressOf(secure), detail })
    secure.destroy()
  }
  server.on('secureConnection', (secure) => {
    const peer = peerOf(secure)
    const socket = handshakes.get(peer)
    if (socket !== undefined) endHandshake(peer, socket)
    // nobody has taken it yet, and an error without a listener ends the process
    secure.on('error', nothing)
    const fault = certificateFault(secure, tls)
    if (fault === undefined) take(secure)
    else refuse(secure, fault)
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException, secure) => {
    // gone without a word: somebody looks whether the port is open, or does not like our certificate
    if (error.code !== 'ECONNRESET') refuse(secure, error.code ?? error.message)
  })

  function endHandshake(peer: string, socket: Socket): void {
    door.handshakeEnded(socket)
    // another one may have come from there meanwhile
    if (handshakes.get(peer) === socket) handshakes.delete(peer)
  }

  return {
    receive(socket) {
      const peer = peerOf(socket)
      handshakes.set(peer, socket)
      door.handshakeBegan(socket)
      socket.on('close', () => endHandshake(peer, socket))
      server.emit('connection', socket)
    },
    useCertificate: (changed) => server.setSecureContext(changed),
  }
}

const nothing = (): void => undefined

/**
 * Of the socket that was taken, which has been asked for it in time: the one of TLS asks the system when it is asked first, and of a connection that
 * the client has reset meanwhile, behind its own alert say, nothing is known there any more. Node names that socket nowhere else.
 */
const addressOf = ({ remoteAddress, _parent: taken }: TLSSocket & { readonly _parent?: Socket }): string =>
  remoteAddress ?? taken?.remoteAddress ?? ''

/** Why the client may not come in with the certificate that it has shown, or without one; undefined when it may. */
function certificateFault(secure: TLSSocket, { requestCert = false, rejectUnauthorized = true }: TlsOptions): string | undefined {
  if (!requestCert || secure.authorized) return undefined
  const hasShownOne = Object.keys(secure.getPeerCertificate()).length > 0
  if (!hasShownOne) return rejectUnauthorized ? 'no client certificate' : undefined
  // typed as an Error, is a code such as UNABLE_TO_VERIFY_LEAF_SIGNATURE
  return String(secure.authorizationError)
}
