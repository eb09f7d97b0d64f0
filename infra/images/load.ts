import { setTimeout as pause } from 'node:timers/promises'
import type { Requests } from './first-use.ts'

const everyMs = 25

/**
 * Sends the requests in turns, 40 times a second, from before an action until a second after its end.
 * @returns the number of requests with the result of the action
 * @throws Error when a request was not answered with 200
 */
export async function underLoad<Result>(
  requests: Requests,
  action: () => Promise<Result>,
): Promise<{ sent: number; result: Result }> {
  const answers: Promise<string>[] = []
  const kinds = Object.entries(requests)
  const timer = setInterval(() => {
    const [name, request] = kinds[answers.length % kinds.length] ?? []
    if (name && request) answers.push(answerOf(request).then((answer) => `${name}: ${answer}`))
  }, everyMs)
  try {
    const result = await action()
    await pause(1_000)
    clearInterval(timer)
    return { sent: requireSuccess(await Promise.all(answers)), result }
  } finally {
    clearInterval(timer)
  }
}

async function answerOf(request: () => Promise<Response>): Promise<string> {
  try {
    const response = await request()
    const body = await response.text()
    // The start of an error shows which program answered.
    return response.status === 200 ? '200' : `${response.status} ${body.slice(0, 200)}`
  } catch (error) {
    return String(error)
  }
}

function requireSuccess(answers: readonly string[]): number {
  const failed = answers.filter((answer) => !answer.endsWith(': 200'))
  if (failed.length === 0) return answers.length
  const counts = Object.entries(Object.groupBy(failed, (answer) => answer)).map(
    ([answer, all]) => `${answer} (${all?.length})`,
  )
  throw new Error(`${failed.length} of ${answers.length} failed: ${counts.join(', ')}`)
}
