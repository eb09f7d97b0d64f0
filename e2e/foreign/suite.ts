import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Instance } from './instance.ts'

interface Documents {
  readonly openapi31: string
  readonly openapi30: string
}

export interface SuiteContext {
  readonly folder: string
  /** Installed tools are kept for the next run. */
  readonly tools: string
  readonly documents: Documents
  readonly instance: Instance
  /** Arguments of the command that are not names of suites. They select parts of a suite. */
  readonly parts: readonly string[]
}

export interface Suite {
  readonly name: string
  /** The suite is not run without these programs. */
  readonly toolchain: readonly string[]
  /** Other missing requirements; the suite is not run without them. */
  missing?(): readonly string[]
  /**
   * @returns a line about the result
   * @throws Error when the tool fails
   */
  run(context: SuiteContext): Promise<string>
}

interface RunOptions {
  readonly folder: string
  readonly environment?: NodeJS.ProcessEnv
}

const environment = {
  ...process.env,
  // The Node.js of the project runs its own tools; a foreign tool is found by its absolute path.
  PATH: `${process.env.PATH}${delimiter}/usr/local/go/bin`,
  // A Go tool must not read a go.mod of a parent folder.
  GOFLAGS: '-mod=mod',
}

const execute = promisify(execFile)

/**
 * @returns the output
 * @throws Error with the output when the program fails
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { folder, environment: own = {} }: RunOptions,
): Promise<string> {
  const options = { cwd: folder, env: { ...environment, ...own }, maxBuffer: 64 * 2 ** 20 }
  try {
    return (await execute(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout.slice(-60_000)}\n${stderr.slice(-60_000)}`)
  }
}

export async function missingPrograms(programs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    programs.map((program) =>
      execute('sh', ['-c', 'command -v "$0"', program], { env: environment }).then(
        () => true,
        () => false,
      ),
    ),
  )
  return programs.filter((_, at) => !found[at])
}

export const copyProgram = (name: string, target: string): Promise<void> =>
  copyFile(fileURLToPath(new URL(`programs/${name}`, import.meta.url)), target)

export const variablesOf = ({ baseUrl, token, teamId }: Instance, slug: string): NodeJS.ProcessEnv => ({
  SIGNET_API: `${baseUrl}/admin/api`,
  SIGNET_TOKEN: token,
  SIGNET_TEAM: teamId,
  SIGNET_SLUG: slug,
})

/**
 * The program prints the ids of the project, the application and the user, and the code of the error for a second user with the same
 * address.
 */
export async function checkCreated({ get }: Instance, slug: string, output: string): Promise<string> {
  const printed = /(prj_\w+) (app_\w+) (usr_\w+) (\w+)$/m.exec(output)
  if (!printed) throw new Error(`The program printed no ids:\n${output}`)
  const [, projectId, clientId, userId, code] = printed
  const project = await get(`/projects/${projectId}`)
  const application = await get(`/projects/${projectId}/clients/${clientId}`)
  const user = await get(`/projects/${projectId}/users/${userId}`)
  const found = [project.slug, application.clientName, user.email, code].join(' ')
  const expected = [slug, 'Shop', `ada@${slug}.example`, 'email_taken'].join(' ')
  if (found !== expected) throw new Error(`The program created ${found} instead of ${expected}.`)
  return 'compiled; created a project, an application and a user, and read an error'
}
