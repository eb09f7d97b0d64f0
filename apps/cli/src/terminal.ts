import { createInterface } from 'node:readline/promises'

const codes = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const
export type Style = keyof typeof codes

export interface Terminal {
  /** Writes a result to stdout. */
  print(line: string): void
  /** Writes about the progress to stderr, so that stdout has only the result. */
  note(line: string): void
  style(style: Style, text: string): string
  /** False without a terminal. */
  confirm(question: string): Promise<boolean>
}

/** True only on a terminal, and never with NO_COLOR (no-color.org). */
const hasColors = (env: NodeJS.ProcessEnv): boolean =>
  process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const colors = hasColors(env)
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    style: (style, text) => (colors ? `\u001b[${codes[style]}m${text}\u001b[0m` : text),
    async confirm(question) {
      if (!process.stdin.isTTY) return false
      const reader = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim())
      } finally {
        reader.close()
      }
    },
  }
}
