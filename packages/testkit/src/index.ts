export { type CallCounts, type CountedRequest, startCountedService } from './call-counts.ts'
export { type CertificateOptions, makeCertificate } from './certificates.ts'
export { type CitusCluster, startCitus } from './citus.ts'
export { collectFaults } from './collected-faults.ts'
export { emptiedByClose } from './emptied-by-close.ts'
export {
  type Arrived,
  FormBrowser,
  isPage,
  type Page,
} from './form-browser.ts'
export {
  createFuzz,
  type Fuzz,
  fuzzRequests,
  fuzzSeed,
  inParallel,
  runsAllCases,
  sampled,
  someOf,
} from './fuzz.ts'
export { encodeParameters, type FuzzedRequest, headerText, sendFuzzed } from './fuzz-request.ts'
export { halfBodies, sendHalf } from './half-request.ts'
export { keepAliveTimeout } from './keep-alive.ts'
export { type Mailbox, type Misbehaviour, type ReceivedMail, startMailbox } from './mailbox.ts'
export { databaseCommand, mainFile } from './main-file.ts'
export { type NameAnswer, type NameServer, startNameServer } from './name-server.ts'
export { startNats, type TestNats } from './nats.ts'
export { passwordCost } from './password-cost.ts'
export { type Pooler, type PoolerProgram, startPooler } from './pooler.ts'
export {
  type EmptyDatabase,
  emptyDatabase,
  type FreshDatabase,
  filledDatabase,
  freshDatabase,
  startPostgres,
} from './postgres.ts'
export { connectRaw, exchangeRaw } from './raw-exchange.ts'
export { type RawAnswer, sendBody, sendRaw } from './raw-request.ts'
export {
  createRelyingParty,
  fetchVia,
  type RelyingParty,
} from './relying-party.ts'
export { largeJson, longText, measureCosts } from './request-cost.ts'
export { type ServiceProcess, startServiceProcess } from './service-process.ts'
export {
  type Deviation,
  optionsIn,
  optionsOn,
  type PageOptions,
  SoftwareAuthenticator,
} from './software-authenticator.ts'
export { type Spelling, spellingsOf } from './spellings.ts'
export { trustCertificate } from './trust.ts'
