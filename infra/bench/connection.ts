import { connect, type Socket } from 'node:net'

const readBytes = 64 * 1024

export interface Answer {
  readonly status: number
  readonly body: string
}

interface Repeating {
  readonly request: string
  readonly end: number
  readonly length: number
  readonly resolve: (count: number) => void
  received: number
  count: number
}

/**
 * One request at a time. It parses only as much HTTP/1.1 as responses with a length need, so that the load costs a fraction of the
 * server's work on the same machine.
 */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #repeating: Repeating | undefined
  /** Bytes of the last response, with its head. */
  #answered = 0
  #resolve: ((answer: Answer) => void) | undefined
  #reject: ((error: Error) => void) | undefined

  constructor(port: number) {
    // Reads into a fixed buffer without streams, which would cost more than the reading.
    const buffer = Buffer.alloc(readBytes)
    const callback = (length: number) => {
      if (this.#repeating) this.#count(this.#repeating, length, buffer)
      else this.#take(buffer.toString('latin1', 0, length))
      return true
    }
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } })
    this.#socket.on('error', (error) => this.#reject?.(error))
    this.#socket.on('close', () => this.#reject?.(new Error('The server closed the connection.')))
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(request)
    })
  }

  /**
   * Each response must have the status and length of the first, so that it only needs to be counted, the cheapest possible load.
   * @param end of performance.now
   * @returns the number of responses
   */
  async repeat(request: string, end: number): Promise<number> {
    const first = await this.send(request)
    if (first.status !== 200) throw new Error(`status ${first.status}: ${first.body}`)
    return new Promise((resolve, reject) => {
      this.#reject = reject
      this.#repeating = { request, end, length: this.#answered, received: 0, count: 1, resolve }
      this.#socket.write(request, 'latin1')
    })
  }

  #count(repeating: Repeating, length: number, buffer: Buffer): void {
    const isNext = repeating.received === 0
    repeating.received += length
    if (isNext && buffer.toString('latin1', 9, 12) !== '200')
      this.#reject?.(new Error(buffer.toString('latin1', 0, length)))
    else if (repeating.received > repeating.length)
      this.#reject?.(new Error('A response is longer than the first one.'))
    else if (repeating.received === repeating.length) this.#again(repeating)
  }

  #again(repeating: Repeating): void {
    repeating.received = 0
    repeating.count += 1
    if (performance.now() < repeating.end) this.#socket.write(repeating.request, 'latin1')
    else repeating.resolve(repeating.count)
  }

  close(): void {
    this.#reject = undefined
    this.#socket.destroy()
  }

  #take(chunk: string): void {
    this.#received += chunk
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const hasNoBody = this.#received.startsWith('HTTP/1.1 204')
    const length = hasNoBody ? '0' : /\r\ncontent-length: *(\d+)/i.exec(this.#received.slice(0, head))?.[1]
    if (length === undefined) {
      this.#reject?.(new Error(`A response without a length: ${this.#received.slice(0, 300)}`))
      return
    }
    const end = head + 4 + Number(length)
    if (this.#received.length < end) return
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(head + 4, end) }
    this.#received = this.#received.slice(end)
    this.#answered = end
    this.#resolve?.(answer)
  }
}
