import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPython } from './install.ts'
import { createScimConnection } from './scim-connection.ts'
import type { Suite } from './suite.ts'

const packages = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'scim-sanity==0.7.4']

/** Decisions of Signet or mistakes of a suite. Each other failure fails the run. */
const known: readonly { readonly failure: RegExp; readonly reason: string }[] = [
  {
    failure: /active cannot be removed/,
    reason: 'Only true and false have a meaning for active, so that its removal is refused.',
  },
  {
    failure: /modify\(\) returned unexpected value for 'members'/,
    reason: 'The suite compares the display of a member, which is read-only, with the value that it sent.',
  },
  {
    failure: /PATCH \/Groups\/\{id\} add member/,
    reason: 'The suite adds a member that does not exist (decision 35).',
  },
]

const execute = promisify(execFile)

/** A suite with failures ends with another status and prints them. */
async function outputOf(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 64 * 2 ** 20 }
  try {
    return (await execute(program, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    return `${stdout}\n${stderr}`
  }
}

/** Reads scim2-tester, and scim-sanity with the line of the cause. */
const failuresIn = (output: string): string[] => [
  ...[...output.matchAll(/^failed\t(.*)$/gm)].map(([, failure = '']) => failure),
  ...[...output.matchAll(/\[FAIL\] (.*\n.*)$/gm)].map(([, failure = '']) => failure.replace(/\s+/g, ' ')),
]

/**
 * Throws unless all failures are known.
 * @returns the number of passed checks and of known failures
 */
function judge(name: string, output: string, passed: RegExp): string {
  const count = passed.exec(output)?.[1]
  if (count === undefined) throw new Error(`${name} printed no result:\n${output}`)
  const failures = failuresIn(output)
  const unknown = failures.filter((failure) => !known.some((one) => one.failure.test(failure)))
  if (unknown.length > 0) throw new Error(`${name}:\n${unknown.join('\n')}`)
  return `${name} ${count} passed, ${failures.length} known`
}

/** Suites of the Python ecosystem, against a connection of their own. */
export const scimPython: Suite = {
  name: 'scim-python',
  toolchain: ['python3'],
  async run({ tools, instance }) {
    const programs = await installPython(tools, packages)
    const { url, issue } = await createScimConnection(instance, 'SCIM suites')
    const token = String((await issue({ kind: 'static_token', lifetimeDays: 90 })).staticToken)
    const check = fileURLToPath(new URL('programs/scim_check.py', import.meta.url))
    const tester = await outputOf(join(programs, 'python'), [check], { SCIM_URL: url, SCIM_TOKEN: token })
    const probe = ['probe', url, '--token', token, '--i-accept-side-effects']
    const sanity = await outputOf(join(programs, 'scim-sanity'), probe)
    return [
      judge('scim2-tester', tester, /^passed\t(\d+)/m),
      judge('scim-sanity', sanity, /(\d+) passed, \d+ failed/),
    ].join('; ')
  },
}
