import { runWithTools } from './with-tools.ts'

/**
 * `npm run test:foreign [-- <suite>…]` generates clients from the OpenAPI documents with the tools of other projects, and calls a
 * running instance with them. A suite without its toolchain is not run.
 */
runWithTools('e2e/foreign/run.ts')
