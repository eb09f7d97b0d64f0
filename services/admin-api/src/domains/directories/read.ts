export { findConnection } from './connection-store.ts'
