export { certificateOf, isVerified } from './header.ts'
export { subjectMatches } from './subject.ts'
