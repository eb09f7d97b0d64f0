const everyMs = 25

/** Sends a request 40 times a second until it is stopped, and returns each status, or the reason for none. */
export function startLoad(request: () => Promise<Response>): { stop(): Promise<string[]> } {
  const answers: Promise<string>[] = []
  const timer = setInterval(() => answers.push(answerOf(request)), everyMs)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(answers)
    },
  }
}

async function answerOf(request: () => Promise<Response>): Promise<string> {
  try {
    const response = await request()
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return String(error)
  }
}

/**
 * Returns the number of requests.
 * @throws Error when one failed
 */
export function requireSuccess(answers: readonly string[]): number {
  const failed = answers.filter((answer) => answer !== '200')
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${answers.length} failed: ${[...new Set(failed)].join(', ')}`)
  return answers.length
}
