import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { root } from '../../local/repository.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[]
}

/** Shortens the times of the rules from hours to minutes. */
const quicker = 10

/** A tenth of the windows, pauses and ages; other thresholds are unchanged. */
export function quickRules(): string {
  const rules = parse(readFileSync(join(root, 'infra/monitoring/alerts.yaml'), 'utf8')) as Rules
  const quick = rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({
      ...rule,
      expr: rule.expr
        .replaceAll(/\[(\d+m)\]/g, (_, length: string) => `[${shortened(length)}]`)
        .replace('> 900', `> ${900 / quicker}`),
      ...(rule.for && { for: shortened(rule.for) }),
    })),
  }))
  return stringify({ groups: quick })
}

const shortened = (minutes: string): string => `${(Number.parseInt(minutes, 10) * 60) / quicker}s`

export const alertNames = (): string[] =>
  (parse(readFileSync(join(root, 'infra/monitoring/alerts.yaml'), 'utf8')) as Rules).groups.flatMap(
    ({ rules }) => rules.map(({ alert }) => alert),
  )
