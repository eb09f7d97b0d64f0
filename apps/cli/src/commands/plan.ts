import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import * as z from 'zod'
import { projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'
import { exits } from '../exits.ts'
import { applyPlan, planAndApply, planFile, show } from '../project-file/apply-plan.ts'
import { readProjectFile, readText } from '../project-file/document.ts'

const defaultFile = 'signet.yaml'

/** Written by `plan --out`. */
const StoredPlan = z.object({ projectId: z.string(), digest: z.string() })

interface FileOptions {
  readonly file: string
}

const withFile = (command: Command): Command =>
  withInstance(command)
    .addOption(projectOption())
    .option('-f, --file <path>', 'project file in YAML or JSON, - for stdin', defaultFile)

export function addPlan(program: Command): void {
  withFile(program.command('plan').description('show the changes that a file makes, without making them'))
    .option('--out <path>', 'store the plan for apply --plan')
    .addHelpText(
      'after',
      '\nExit code: 0 without changes, 2 with changes, 1 after an error.\n\nExample:\n  signet plan --project prj_… --file signet.yaml --out plan.json',
    )
    .action(async ({ file: path, out }: FileOptions & { out?: string }, command: Command) => {
      const session = sessionOf(command)
      const projectId = projectOf(command)
      const plan = await planFile(session, projectId, readProjectFile(path, session.env))
      show(session, plan)
      if (out) writeFileSync(out, `${JSON.stringify({ projectId, ...plan }, null, 2)}\n`, { mode: 0o600 })
      if (plan.changes.length > 0) process.exitCode = exits.changes
    })
}

export function addApply(program: Command): void {
  withFile(program.command('apply').description('make the changes of a file in one transaction, or none'))
    .option('--plan <path>', 'apply exactly the stored plan of this file')
    .addHelpText(
      'after',
      '\nWithout --plan, the changes are shown and confirmed (--yes in scripts).\nA project that changed since the plan is refused, and the new plan is shown.\n\nExample:\n  signet apply --project prj_… --file signet.yaml --plan plan.json',
    )
    .action(async ({ file: path, plan: stored }: FileOptions & { plan?: string }, command: Command) => {
      const session = sessionOf(command)
      const file = readProjectFile(path, session.env)
      if (stored === undefined) return planAndApply(session, projectOf(command), file)
      const { projectId, digest } = StoredPlan.parse(JSON.parse(readText(stored)))
      return applyPlan(session, projectId, file, digest)
    })
}
