import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { installNpm } from './install.ts'
import { runProgram, type Suite } from './suite.ts'

const packages = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3']

interface RedoclyResult {
  readonly totals: { readonly errors: number; readonly warnings: number }
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[]
}

async function lintWithRedocly(programs: string, folder: string, document: string): Promise<void> {
  const args = ['lint', '--extends', 'recommended', '--format', 'json', document]
  const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = await runProgram(join(programs, 'redocly'), args, { folder, environment })
  const { totals, problems } = JSON.parse(output) as RedoclyResult
  const lines = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  if (totals.errors + totals.warnings > 0) throw new Error(`redocly, ${document}\n${lines.join('\n')}`)
}

/** Makes the address public: both tools refuse a server at localhost. */
async function withPublicAddress(document: string, baseUrl: string, folder: string): Promise<string> {
  const copy = join(folder, basename(document))
  await writeFile(copy, (await readFile(document, 'utf8')).replaceAll(baseUrl, 'https://id.acme.example'))
  return copy
}

/** Fails for a finding of the recommended rules of Redocly or Spectral, including warnings. */
export const lint: Suite = {
  name: 'lint',
  toolchain: ['npm'],
  async run({ folder, tools, documents, instance }) {
    const programs = await installNpm(tools, 'lint', packages)
    const ruleset = join(folder, 'spectral.yaml')
    await writeFile(ruleset, 'extends: ["spectral:oas"]\n')
    for (const served of Object.values(documents)) {
      const document = await withPublicAddress(served, instance.baseUrl, folder)
      await lintWithRedocly(programs, folder, document)
      const args = ['lint', '--ruleset', ruleset, '--fail-severity', 'warn', document]
      await runProgram(join(programs, 'spectral'), args, { folder })
    }
    return 'redocly and spectral found 0 errors and 0 warnings in both documents'
  },
}
