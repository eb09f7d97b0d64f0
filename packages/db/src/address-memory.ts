import { lookup as systemLookup } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'

type LookupResult = Parameters<Parameters<LookupFunction>[2]>
type Lookup = (hostname: string, found: (...result: LookupResult) => void) => void

/** A slower lookup uses the last known address; a changed address is used as soon as a lookup returns it. */
const patienceMs = 250

const lookUp: Lookup = (hostname, found) => systemLookup(hostname, { all: true }, found as never)

/**
 * A lookup occupies a thread of libuv; while all threads are busy or the name servers do not respond, new connections use the address
 * of the last lookup.
 */
export class AddressMemory {
  readonly #lookUp: Lookup
  readonly #known = new Map<string, LookupResult>()

  constructor(lookup = lookUp) {
    this.#lookUp = lookup
  }

  socket(): Socket {
    const lookup = this.lookup
    const socket = new Socket()
    const connect = socket.connect.bind(socket)
    // The driver passes a port and a host, or the path of a Unix socket.
    socket.connect = ((first: number | string, host?: string) =>
      host === undefined
        ? connect(first as string)
        : connect({ port: Number(first), host, lookup })) as Socket['connect']
    return socket
  }

  readonly lookup: LookupFunction = (hostname, options, callback) => {
    const known = this.#known.get(hostname)
    let isAnswered = false
    const answer = (...result: LookupResult) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(late)
      if (options.all) return callback(...result)
      const [error, addresses] = result
      const [first] = Array.isArray(addresses) ? addresses : []
      callback(error, first?.address ?? '', first?.family)
    }
    const late = known && setTimeout(() => answer(...known), patienceMs)
    this.#lookUp(hostname, (error, addresses) => {
      if (!error) this.#known.set(hostname, [null, addresses])
      answer(...(error && known ? known : ([error, addresses] as LookupResult)))
    })
  }
}
