import type { Message } from '../message.ts'

interface Invitation {
  readonly team: string
  readonly invitedBy: string
  readonly owner: boolean
  readonly url: string
  readonly days: number
}

/** To join a team of administrators. */
export const teamInvitation = ({ team, invitedBy, owner, url, days }: Invitation): Message => ({
  en: {
    subject: `Invitation to the team ${team}`,
    lines: [`${invitedBy} invites you to the team ${team} as ${owner ? 'an owner' : 'a member'}.`],
    action: { label: 'Accept the invitation', url },
    notes: [
      `The link works once, for ${days} days.`,
      'If you did not expect this message, you can ignore it.',
    ],
  },
  ru: {
    subject: `Приглашение в команду ${team}`,
    lines: [`${invitedBy} приглашает вас в команду ${team}. Роль: ${owner ? 'владелец' : 'участник'}.`],
    action: { label: 'Принять приглашение', url },
    notes: [
      `Ссылка действует один раз, в течение ${days} дн.`,
      'Если вы не ждали этого письма, просто не обращайте на него внимания.',
    ],
  },
  'zh-CN': {
    subject: `加入团队 ${team} 的邀请`,
    lines: [`${invitedBy} 邀请您以${owner ? '所有者' : '成员'}身份加入团队 ${team}。`],
    action: { label: '接受邀请', url },
    notes: [`链接仅可使用一次，有效期 ${days} 天。`, '如果这不是您所期待的邮件，请忽略。'],
  },
})
