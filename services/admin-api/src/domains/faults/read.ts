export { faultOfReference, readFault } from './fault-store.ts'
