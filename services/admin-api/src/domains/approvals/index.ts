export { approval_approve, approval_refuse } from './decide.ts'
export { approval_get, approval_list, approval_state_get } from './read.ts'
export { agent_suspension_end, agent_suspension_list, approval_refuse_all } from './suspend.ts'
