import type { Command } from 'commander'
import { readMetadata } from '../connection/endpoints.ts'
import { type Session, sessionOf, withInstance } from '../connection/session.ts'
import { exits } from '../exits.ts'

/** Permitted difference of the clocks: tokens and assertions have times. */
const clockToleranceMs = 30_000

interface Check {
  readonly name: string
  /**
   * @returns the finding
   * @throws Error with the remedy
   */
  run(session: Session): Promise<string>
}

const checks: readonly Check[] = [
  { name: 'issuer', run: async ({ origin }) => (await readMetadata(origin)).issuer },
  { name: 'clock', run: ({ origin }) => compareClocks(origin) },
  { name: 'login', run: async (session) => (await session.token()) && 'a token is available' },
  { name: 'rights', run: describeCaller },
]

/** `npm run doctor` checks the instance itself. */
export function addDoctor(program: Command): void {
  withInstance(
    program.command('doctor').description('check the connection, the clock, the login and its rights'),
  )
    .addHelpText('after', '\nExample:\n  signet doctor --url https://id.example')
    .action(async (_options: unknown, command: Command) => {
      const session = sessionOf(command)
      const { terminal } = session
      for (const { name, run } of checks) {
        const found = await run(session).catch((error: unknown) => {
          process.exitCode = exits.error
          return error instanceof Error ? error : new Error(String(error))
        })
        const isWrong = found instanceof Error
        const mark = isWrong ? terminal.style('red', 'wrong') : terminal.style('green', 'ok   ')
        terminal.print(`${mark} ${name}: ${isWrong ? found.message : found}`)
      }
    })
}

/** The Date header of the instance has seconds. */
async function compareClocks(origin: string): Promise<string> {
  const begun = Date.now()
  const response = await fetch(`${origin}/admin/api/openapi.json`, { method: 'HEAD', redirect: 'error' })
  const answered = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(answered)) throw new Error(`${origin} answered ${response.status} without a date.`)
  const difference = answered < begun ? begun - answered : Math.max(0, answered - Date.now())
  if (difference > clockToleranceMs)
    throw new Error(
      `The clocks differ by ${Math.round(difference / 1_000)} seconds: correct the clock of this machine.`,
    )
  return 'agrees with the instance'
}

async function describeCaller(session: Session): Promise<string> {
  const { email, superAdministrator } = await (await session.open()).call('whoami', {})
  return `acts for ${email}${superAdministrator ? ', a super administrator' : ''}`
}
