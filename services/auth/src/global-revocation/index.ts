export { globalRevocationLayer } from './endpoint.ts'
