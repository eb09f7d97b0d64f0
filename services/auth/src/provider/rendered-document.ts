import type { Layer } from '../core/layer.ts'
import { documentOf } from '../http/documents.ts'
import type { PipelineContext } from './context.ts'

/** The dispatcher sends the stored document while the version of the project is current. */
export const renderedDocumentLayer =
  ({ documents }: PipelineContext): Layer =>
  async (ctx, next) => {
    await next()
    if (ctx.status === 200) documents.set(ctx.path, documentOf(ctx.body, 'application/json; charset=utf-8'))
  }
