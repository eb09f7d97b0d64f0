import { ProblemError } from '@signet/contracts'
import { ZodError } from 'zod'
import { exits } from './exits.ts'
import { Failure } from './failure.ts'
import { createProgram } from './program.ts'

/** Prints no stack for an error of the user or the server; every other error is a defect and keeps its stack. */
function report(error: unknown): void {
  process.exitCode = exits.error
  if (error instanceof ProblemError) {
    const { status, code, detail, errors = [] } = error.problem
    process.stderr.write(`${status} ${code}: ${detail}\n`)
    for (const { path, message } of errors) process.stderr.write(`  ${path} ${message}\n`)
  } else if (error instanceof Failure) process.stderr.write(`${error.message}\n`)
  else if (error instanceof ZodError)
    process.stderr.write(`An answer or a file has another form: ${error.message}\n`)
  else if (error instanceof Error && error.cause instanceof Error)
    process.stderr.write(`The instance cannot be reached: ${error.cause.message}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

// `npm run signet` starts in the root of the repository; paths of the user are relative to their own folder.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env
if (script === 'signet' && folder) process.chdir(folder)

await createProgram().parseAsync().catch(report)
