import type { Command } from 'commander'
import { projectFileSchema, schemaFile } from '../project-file/schema.ts'
import { addDiff, addPromote } from './compare.ts'
import { addApply, addPlan } from './plan.ts'
import { addPull } from './pull.ts'

export function addProjectFile(program: Command): void {
  addPull(program)
  addPlan(program)
  addApply(program)
  addDiff(program)
  addPromote(program)
  program
    .command('schema')
    .description('print the JSON Schema of a project file, for completion in editors')
    .addHelpText('after', `\nExample:\n  signet schema > ${schemaFile}`)
    .action(() => void process.stdout.write(`${JSON.stringify(projectFileSchema(), null, 2)}\n`))
}
