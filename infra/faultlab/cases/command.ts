import { join } from 'node:path'
import { run } from '../../local/commands.ts'
import { root } from '../../local/repository.ts'
import type { LocalLaboratory } from './case.ts'

export async function command(lab: LocalLaboratory, file: string): Promise<string> {
  const env = { ...lab.env, DATABASE_URL: lab.backing.adminUrl() }
  const { code, output } = await run(process.execPath, [join(root, file)], env)
  if (code !== 0) throw new Error(`${file}: ${output}`)
  return output
}
