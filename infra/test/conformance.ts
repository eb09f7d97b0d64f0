import { runWithTools } from './with-tools.ts'

/**
 * `npm run conformance -- --suite URL` runs the plans of the OpenID Foundation through the REST interface of a running conformance
 * suite, and compares the results with the expected ones.
 */
runWithTools('e2e/conformance/run.ts')
