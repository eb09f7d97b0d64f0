import { writeSync } from 'node:fs'
import { count } from './metrics/registry.ts'

/** Written together: a call of the system for each line would be a hundredth of a token request. */
const together = { bytes: 16 * 1024, ms: 100 }

/** What may wait for whoever reads; beyond it lines are dropped and counted, and no request waits (F12). */
const mostWaiting = 1024 * 1024

interface LogStream {
  write(line: string): void
  /** Now, as far as it is taken. */
  flush(): void
}

type Write = (text: Buffer) => number

/** @param send writes what it can and answers how many bytes; throws EAGAIN when nothing is taken now */
export function createLogStream(send: Write): LogStream {
  let lines: string[] = []
  let bytes = 0
  /** What of an earlier batch was not taken. */
  let rest: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    rest = Buffer.concat([rest, Buffer.from(lines.join(''))])
    lines = []
    try {
      while (rest.length > 0) rest = rest.subarray(send(rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') later()
      else drop(rest)
    }
    bytes = rest.length
  }

  /** Nobody reads, or the disk is full. */
  function drop(text: Buffer): void {
    count('signet_log_lines_dropped_total', {}, text.toString().split('\n').length - 1)
    rest = Buffer.alloc(0)
  }

  function later(): void {
    timer ??= setTimeout(flush, together.ms).unref()
  }

  return {
    write(line) {
      if (bytes > mostWaiting) return count('signet_log_lines_dropped_total', {})
      lines.push(line)
      bytes += line.length
      if (bytes - rest.length >= together.bytes) flush()
      else later()
    },
    flush,
  }
}

let standardOutput: LogStream | undefined

/** One for the process; what waits is written when it ends. */
export function logToStandardOutput(): LogStream {
  if (standardOutput) return standardOutput
  const stream = createLogStream((text) => writeSync(1, text))
  process.on('exit', () => stream.flush())
  standardOutput = stream
  return stream
}
