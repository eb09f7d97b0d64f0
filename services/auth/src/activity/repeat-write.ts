export interface RepeatedWrite {
  /** Runs the write after one that is running. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Writes one at a time. A killed process loses the data since the last write. */
export function repeatWrite(write: () => Promise<void>, everyMs: number): RepeatedWrite {
  let running: Promise<void> = Promise.resolve()
  const flush = () => {
    running = running.then(write)
    return running
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
