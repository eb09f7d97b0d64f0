import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../local/commands.ts'
import { root } from '../local/repository.ts'
import { type LocalLaboratory, seconds } from './cases/case.ts'
import type { Result } from './run-case.ts'
import { hostOf, whyNoPgbackrest } from './runbooks-host.ts'

const folder = join(root, 'infra/runbooks')

export const commandsOf = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)

export const runbookNames = (): string[] =>
  readdirSync(folder).filter((name) => commandsOf(readFileSync(join(folder, name), 'utf8')).length > 0)

interface Expectation {
  whyNot?(lab: LocalLaboratory): Promise<string | undefined>
  /**
   * Runs before the last section.
   * @returns a check of the result, which returns a sentence for a violation
   */
  happens?(lab: LocalLaboratory): Promise<() => Promise<string | undefined>>
}

const expectations: Readonly<Record<string, Expectation>> = {
  'point-in-time.md': { whyNot: whyNoPgbackrest, happens: addTwo },
}

/** The point in time to restore is between the two. */
async function addTwo(lab: LocalLaboratory): Promise<() => Promise<string | undefined>> {
  const names = ['kept', 'lost']
  // pgBackRest stores the end of a backup in whole seconds, and restores to no point in the same second.
  await seconds(2)
  for (const name of names) {
    const response = await fetch(`${lab.baseUrl}/admin/api/projects/${lab.projectId}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: lab.baseUrl, cookie: lab.cookie },
      body: JSON.stringify({ email: `${name}@example.com`, password: 'correct horse battery staple' }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return async () => {
    const there = await lab.query<{ email: string }>('SELECT email FROM accounts WHERE email = ANY($1)', [
      names.map((name) => `${name}@example.com`),
    ])
    const found = there.map(({ email }) => email).join(', ')
    return found === 'kept@example.com' ? undefined : `of the two people there are: ${found || 'none'}`
  }
}

/** Runs every block unchanged, one after the other, in one shell per section, like an operator. */
export async function followRunbook(lab: LocalLaboratory, name: string): Promise<Result> {
  const { whyNot, happens } = expectations[name] ?? {}
  const notRun = await whyNot?.(lab)
  if (notRun) return { id: name, notRun, figures: [], problems: [] }
  const sections = readFileSync(join(folder, name), 'utf8')
    .split(/^## /m)
    .map(commandsOf)
    .filter((blocks) => blocks.length > 0)
  const host = await hostOf(lab)
  const env = { ...lab.env, ...host.env, ...valuesFor(lab) }
  const problems: string[] = []
  let look: Awaited<ReturnType<NonNullable<typeof happens>>> | undefined
  for (const blocks of sections) {
    if (blocks === sections.at(-1)) look = await happens?.(lab)
    const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], env)
    const last = output.trim().split('\n').at(-1) ?? ''
    if (code !== 0) problems.push(`it ended with ${code}: ${last.slice(0, 300)}`)
  }
  host.close()
  if (problems.length > 0) return { id: name, figures: [], problems }
  // A restore ends the administrator's session.
  lab.cookie = await lab.signInAgain()
  const wrong = await look?.()
  if (wrong) problems.push(wrong)
  return { id: name, figures: [`${sections.flat().length} blocks`], problems }
}

const valuesFor = (lab: LocalLaboratory) => ({
  DATABASE_URL: lab.backing.adminUrl(),
  SIGNET: lab.baseUrl,
  COOKIE: lab.cookie,
  PROJECT: lab.projectId,
  CLIENT: lab.clientId,
  ISSUER: lab.issuer,
  ALG: 'ES256',
  HOST: 'login.example.com',
  FOLDER: lab.folder,
})
