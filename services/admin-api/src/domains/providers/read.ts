export { findProvider, type ProviderRecord } from './provider-store.ts'
