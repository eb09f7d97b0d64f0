import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../local/commands.ts'
import { root } from '../local/repository.ts'
import type { LocalLaboratory } from './cases/case.ts'
import type { Result } from './run-case.ts'

const folder = join(root, 'infra/runbooks')

/** The commands of a runbook, in their order. */
export const commandsOf = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)

/** Those that have commands. */
export const runbookNames = (): string[] =>
  readdirSync(folder).filter((name) => commandsOf(readFileSync(join(folder, name), 'utf8')).length > 0)

/** Runs every block of a runbook as it stands, one after the other in one shell, as whoever follows it does. */
export async function followRunbook(lab: LocalLaboratory, name: string): Promise<Result> {
  const blocks = commandsOf(readFileSync(join(folder, name), 'utf8'))
  const env = {
    ...lab.env,
    DATABASE_URL: lab.backing.adminUrl(),
    SIGNET: lab.baseUrl,
    COOKIE: lab.cookie,
    PROJECT: lab.projectId,
    CLIENT: lab.clientId,
    ISSUER: lab.issuer,
    ALG: 'ES256',
    HOST: 'login.example.com',
    FOLDER: lab.folder,
  }
  const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], env)
  // After a restore everybody signs in anew.
  lab.cookie = await lab.signInAgain()
  const last = output.trim().split('\n').at(-1) ?? ''
  return {
    id: name,
    figures: [`${blocks.length} blocks`],
    problems: code === 0 ? [] : [`it ended with ${code}: ${last.slice(0, 300)}`],
  }
}
