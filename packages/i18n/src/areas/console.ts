// Written by src/print.ts from messages/.
import type { ActivityTexts } from './console/activity.ts'
import type { AdministratorsTexts } from './console/administrators.ts'
import type { AgentsTexts } from './console/agents.ts'
import type { ApiCallsTexts } from './console/api-calls.ts'
import type { ApprovalNoticesTexts } from './console/approval-notices.ts'
import type { ApprovalWebhookTexts } from './console/approval-webhook.ts'
import type { ApprovalsTexts } from './console/approvals.ts'
import type { AuditTexts } from './console/audit.ts'
import type { AuditActionsTexts } from './console/audit-actions.ts'
import type { ClaimsTexts } from './console/claims.ts'
import type { ClientsTexts } from './console/clients.ts'
import type { CommonTexts } from './console/common.ts'
import type { ConfirmationTexts } from './console/confirmation.ts'
import type { DenialsTexts } from './console/denials.ts'
import type { DirectoriesTexts } from './console/directories.ts'
import type { EntryTexts } from './console/entry.ts'
import type { FaultsTexts } from './console/faults.ts'
import type { FileInputTexts } from './console/file-input.ts'
import type { FormsTexts } from './console/forms.ts'
import type { GroupsTexts } from './console/groups.ts'
import type { HoldsTexts } from './console/holds.ts'
import type { HomeTexts } from './console/home.ts'
import type { KeysTexts } from './console/keys.ts'
import type { LabelsTexts } from './console/labels.ts'
import type { ListsTexts } from './console/lists.ts'
import type { MailsTexts } from './console/mails.ts'
import type { NavTexts } from './console/nav.ts'
import type { ObjectFieldsTexts } from './console/object-fields.ts'
import type { ProblemsTexts } from './console/problems.ts'
import type { ProjectsTexts } from './console/projects.ts'
import type { ProvidersTexts } from './console/providers.ts'
import type { ResourcesTexts } from './console/resources.ts'
import type { SecretRevealsTexts } from './console/secret-reveals.ts'
import type { ServiceAccountsTexts } from './console/service-accounts.ts'
import type { SessionsTexts } from './console/sessions.ts'
import type { ShellTexts } from './console/shell.ts'
import type { SignInAccessTexts } from './console/sign-in-access.ts'
import type { SignInTestTexts } from './console/sign-in-test.ts'
import type { SystemTexts } from './console/system.ts'
import type { TeamsTexts } from './console/teams.ts'
import type { UsersTexts } from './console/users.ts'

/** Texts of the console: a message with arguments is a function of them, in their English order. */
export interface ConsoleTexts {
  readonly activity: ActivityTexts
  readonly administrators: AdministratorsTexts
  readonly agents: AgentsTexts
  readonly apiCalls: ApiCallsTexts
  readonly approvalNotices: ApprovalNoticesTexts
  readonly approvalWebhook: ApprovalWebhookTexts
  readonly approvals: ApprovalsTexts
  readonly audit: AuditTexts
  readonly auditActions: AuditActionsTexts
  readonly claims: ClaimsTexts
  readonly clients: ClientsTexts
  readonly common: CommonTexts
  readonly confirmation: ConfirmationTexts
  readonly denials: DenialsTexts
  readonly directories: DirectoriesTexts
  readonly entry: EntryTexts
  readonly faults: FaultsTexts
  readonly fileInput: FileInputTexts
  readonly forms: FormsTexts
  readonly groups: GroupsTexts
  readonly holds: HoldsTexts
  readonly home: HomeTexts
  readonly keys: KeysTexts
  readonly labels: LabelsTexts
  readonly lists: ListsTexts
  readonly mails: MailsTexts
  readonly nav: NavTexts
  readonly objectFields: ObjectFieldsTexts
  readonly problems: ProblemsTexts
  readonly projects: ProjectsTexts
  readonly providers: ProvidersTexts
  readonly resources: ResourcesTexts
  readonly secretReveals: SecretRevealsTexts
  readonly serviceAccounts: ServiceAccountsTexts
  readonly sessions: SessionsTexts
  readonly shell: ShellTexts
  readonly signInAccess: SignInAccessTexts
  readonly signInTest: SignInTestTexts
  readonly system: SystemTexts
  readonly teams: TeamsTexts
  readonly users: UsersTexts
}
