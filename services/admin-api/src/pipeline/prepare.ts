import type { AnyWrite, Prepared } from '../implement.ts'
import type { InContext, Parsed } from './call.ts'

/** Runs `prepare` of the handler, which reads the target and refuses invalid changes. */
export const prepare = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyWrite } & InContext & Parsed): Promise<{ readonly prepared: Prepared }> => ({
  prepared: await handler.prepare(context, input),
})
