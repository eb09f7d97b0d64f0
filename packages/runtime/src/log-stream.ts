import { writeSync } from 'node:fs'
import { count } from './metrics/registry.ts'

/** A system call per line would cost a hundredth of a token request. */
const together = { bytes: 16 * 1024, ms: 100 }

/** Bytes of unwritten lines; further lines are dropped and counted, so that no request waits. */
const mostWaiting = 1024 * 1024

interface LogStream {
  write(line: string): void
  /** Writes as much as the destination accepts. */
  flush(): void
}

type Write = (text: Buffer) => number

/** @param send writes the bytes that fit and returns their number; throws EAGAIN when the destination accepts none */
export function createLogStream(send: Write): LogStream {
  let lines: string[] = []
  let bytes = 0
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

  /** Reached when stdout is not consumed or the disk is full. */
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

/** One stream per process; the remaining lines are written when it ends. */
export function logToStandardOutput(): LogStream {
  if (standardOutput) return standardOutput
  const stream = createLogStream((text) => writeSync(1, text))
  process.on('exit', () => stream.flush())
  standardOutput = stream
  return stream
}
