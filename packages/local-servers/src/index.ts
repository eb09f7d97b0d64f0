export { findNatsServer, type NatsServer, startNatsServer } from './nats-server.ts'
export { freePort, isFree } from './ports.ts'
export { type PostgresCluster, startCluster } from './postgres-cluster.ts'
export { commandLine } from './server-process.ts'
