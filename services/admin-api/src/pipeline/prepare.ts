import type { AnyWrite, Prepared } from '../implement.ts'
import type { InContext, Parsed } from './call.ts'

/** Lets the handler of a change look at what it would change; it refuses what cannot be. */
export const prepare = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyWrite } & InContext & Parsed): Promise<{ readonly prepared: Prepared }> => ({
  prepared: await handler.prepare(context, input),
})
