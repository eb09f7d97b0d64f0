import type { Message } from '../message.ts'

interface Invitation {
  readonly project: string
  readonly url: string
  readonly days: number
  /** Address of who invites. */
  readonly invitedBy?: string | undefined
}

/** To choose a password for an account that an administrator made or invited again. */
export const accountInvitation = ({ project, url, days, invitedBy }: Invitation): Message => ({
  en: {
    subject: `Your account at ${project}`,
    lines: [
      invitedBy ? `${invitedBy} invites you to ${project}.` : `You are invited to ${project}.`,
      'Choose a password to begin.',
    ],
    action: { label: 'Choose a password', url },
    notes: [
      `The link works once, for ${days} days.`,
      'If you did not expect this message, you can ignore it.',
    ],
  },
  ru: {
    subject: `Ваша учётная запись в ${project}`,
    lines: [
      invitedBy ? `${invitedBy} приглашает вас в ${project}.` : `Вас пригласили в ${project}.`,
      'Чтобы начать, придумайте пароль.',
    ],
    action: { label: 'Придумать пароль', url },
    notes: [
      `Ссылка действует один раз, в течение ${days} дн.`,
      'Если вы не ждали этого письма, просто не обращайте на него внимания.',
    ],
  },
  'zh-CN': {
    subject: `您在 ${project} 的账号`,
    lines: [
      invitedBy ? `${invitedBy} 邀请您使用 ${project}。` : `您已受邀使用 ${project}。`,
      '请先设置密码。',
    ],
    action: { label: '设置密码', url },
    notes: [`链接仅可使用一次，有效期 ${days} 天。`, '如果这不是您所期待的邮件，请忽略。'],
  },
})
