import type { Socket } from 'node:net'
import { networkOf } from '../../domain/edges/network-of.ts'
import type { UnderwayWatcher } from '../answers/underway.ts'

interface Network {
  readonly name: string
  held: number
  /** those of its places whose connection has nothing underway, since longest first */
  readonly resting: Set<Place>
}

const NONE: ReadonlySet<Place> = new Set()

/** What a connection holds; under TLS from the handshake on. */
export class Place implements UnderwayWatcher {
  readonly socket: Socket
  readonly network: Network

  constructor(socket: Socket, network: Network) {
    this.socket = socket
    this.network = network
    this.rested()
  }

  began(): void {
    this.network.resting.delete(this)
  }

  rested(): void {
    // an answer may end behind its connection
    if (!this.socket.destroyed) this.network.resting.add(this)
  }
}

/** The places for connections. One network, which is an address most of the time, can't keep the others out. */
export class Places {
  readonly #limit: number
  readonly #all = new Set<Place>()
  readonly #networks = new Map<string, Network>()

  /** `limit`: Infinity = none */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The connection's place until it closes; undefined where there is none for it. */
  take(socket: Socket): Place | undefined {
    const { remoteAddress } = socket
    // who has gone already has none, and needs no place
    if (remoteAddress === undefined) return undefined
    const name = networkOf(remoteAddress)
    if (this.#all.size >= this.#limit && !this.#makeRoomFor(name)) return undefined
    const network = this.#networks.get(name) ?? { name, held: 0, resting: new Set() }
    this.#networks.set(name, network)
    network.held++
    const place = new Place(socket, network)
    this.#all.add(place)
    socket.once('close', () => this.#leave(place))
    return place
  }

  /**
   * Cuts the connection that has had nothing underway for longest, in the network with the most such connections, if that has more than the newcomer's
   * would have. False where nobody is cut.
   */
  #makeRoomFor(newcomer: string): boolean {
    let most = NONE
    for (const { resting } of this.#networks.values()) if (resting.size > most.size) most = resting
    const [longest] = most
    if (longest === undefined || most.size <= (this.#networks.get(newcomer)?.resting.size ?? 0) + 1) return false
    longest.socket.destroy()
    this.#leave(longest)
    return true
  }

  #leave(place: Place): void {
    if (!this.#all.delete(place)) return
    const { network } = place
    network.resting.delete(place)
    if (--network.held === 0) this.#networks.delete(network.name)
  }

  /** Ends every connection, whatever it is doing. */
  cut(): void {
    for (const { socket } of this.#all) socket.destroy()
  }
}
