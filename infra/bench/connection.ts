import { connect, type Socket } from 'node:net'

const readBytes = 64 * 1024

export interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * One kept connection with one request at a time. It reads just enough of HTTP/1.1 for answers with a length, so that
 * making the load costs a fraction of answering it: both share this machine.
 */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #resolve: ((answer: Answer) => void) | undefined
  #reject: ((error: Error) => void) | undefined

  constructor(port: number) {
    // Read into memory of its own, past the streams, which would cost more than the reading.
    const buffer = Buffer.alloc(readBytes)
    const callback = (length: number) => {
      this.#take(buffer.latin1Slice(0, length))
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

  close(): void {
    this.#reject = undefined
    this.#socket.destroy()
  }

  #take(chunk: string): void {
    this.#received += chunk
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#received.slice(0, head))?.[1]
    if (length === undefined) {
      this.#reject?.(new Error(`An answer without a length: ${this.#received.slice(0, 300)}`))
      return
    }
    const end = head + 4 + Number(length)
    if (this.#received.length < end) return
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(head + 4, end) }
    this.#received = this.#received.slice(end)
    this.#resolve?.(answer)
  }
}
