import type { Message } from '../message.ts'

export interface WayIn {
  /** Name of the provider; absent for the authenticator. */
  readonly provider?: string
  readonly change: 'added' | 'removed'
}

interface Changed {
  readonly project: string
  readonly way: WayIn
  /** The page of the person's account. */
  readonly account: string
}

/** To who must know that their account can be entered in another way than before. */
export const wayInChanged = ({ project, way: { provider, change }, account }: Changed): Message => {
  const added = change === 'added'
  return {
    en: {
      subject: `The ways to sign in to ${project} changed`,
      lines: [
        provider === undefined
          ? `An authenticator app was ${change}: its code is ${added ? 'now' : 'no longer'} asked for when you sign in to your account at ${project}.`
          : `${provider} was ${change} as a way to sign in to your account at ${project}.`,
      ],
      action: { label: 'Look at your account', url: account },
      notes: [
        `If you expected this, nothing needs to be done. If not, choose a new password and tell an administrator of ${project} at once.`,
      ],
    },
    ru: {
      subject: `Изменились способы входа в систему «${project}»`,
      lines: [
        provider === undefined
          ? `Приложение-аутентификатор ${added ? 'подключено' : 'отключено'}: при входе в вашу учётную запись в системе «${project}» ${added ? 'теперь нужен его код' : 'его код больше не нужен'}.`
          : `${added ? 'Добавлен' : 'Удалён'} способ входа в вашу учётную запись в системе «${project}»: ${provider}.`,
      ],
      action: { label: 'Открыть учётную запись', url: account },
      notes: [
        `Если вы этого ждали, ничего делать не нужно. Если нет, сразу смените пароль и сообщите администратору «${project}».`,
      ],
    },
    'zh-CN': {
      subject: `您在 ${project} 的登录方式已更改`,
      lines: [
        provider === undefined
          ? `您在 ${project} 的账号已${added ? '启用' : '移除'}身份验证器，登录时${added ? '将需要' : '不再需要'}输入其验证码。`
          : `您在 ${project} 的账号已${added ? '添加' : '移除'}登录方式：${provider}。`,
      ],
      action: { label: '查看您的账号', url: account },
      notes: [`如果这是您预期的更改，则无需处理。否则请立即更改密码，并告知 ${project} 的管理员。`],
    },
  }
}
