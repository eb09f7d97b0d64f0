import { readFileSync } from 'node:fs'

/** Sentence of a numbered list, or block of code. */
export type Step =
  | { readonly kind: 'sentence'; readonly text: string; readonly line: number }
  | {
      readonly kind: 'code'
      readonly language: string
      readonly file?: string
      readonly text: string
      readonly line: number
    }

const folder = new URL('../../apps/docs/pages/tutorial/', import.meta.url)

/** Paragraphs explain; only numbered lists and blocks of code are followed. */
export function readSteps(name: string): Step[] {
  const lines = readFileSync(new URL(`${name}.md`, folder), 'utf8').split('\n')
  const steps: Step[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = /^\s*```(\w+)(?: title="([^"]+)")?$/.exec(line)
    if (fence) {
      const end = lines.findIndex((other, index) => index > at && other.trim() === '```')
      const text = lines.slice(at + 1, end).join('\n')
      const [, language = '', file] = fence
      steps.push({ kind: 'code', language, ...(file ? { file } : {}), text, line: at + 1 })
      at = end
      continue
    }
    const item = /^\d+\. (.*)$/.exec(line)?.[1]
    if (item === undefined) continue
    const rest = lines.slice(at + 1).findIndex((other) => !/^ {3}\S/.test(other))
    const text = [item, ...lines.slice(at + 1, at + 1 + rest).map((more) => more.trim())].join(' ')
    for (const sentence of text.split(/(?<=\.) (?=[A-Z])/))
      steps.push({ kind: 'sentence', text: sentence, line: at + 1 })
  }
  return steps
}
