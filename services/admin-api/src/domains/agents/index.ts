export {
  approval_webhook_get,
  approval_webhook_secret_rotate,
  approval_webhook_set,
  approval_webhook_test,
} from './approval-webhook.ts'
export { agent_client_permit, agent_client_update, agent_client_withdraw } from './changes.ts'
export { agent_client_get, agent_client_list } from './list.ts'
export { agent_request_decline, agent_request_list } from './requests.ts'
