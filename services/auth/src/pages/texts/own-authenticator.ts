import type { Locale } from '@signet/i18n'

interface OwnAuthenticatorTexts {
  readonly title: string
  readonly enrolled: string
  readonly required: string
  readonly remove: string
  readonly none: string
  readonly enrol: string
}

/** Texts of the page of a person's authenticator app. */
export const ownAuthenticatorTexts: Readonly<Record<Locale, OwnAuthenticatorTexts>> = {
  en: {
    title: 'Authenticator app',
    enrolled: 'Each sign-in with your password asks for a code of your authenticator app.',
    required: 'One is required here: after removing it, you set up another one at your next sign-in.',
    remove: 'Remove the authenticator',
    none: 'With an authenticator app your password alone signs nobody in. Scan this with the app, then enter the code it shows.',
    enrol: 'Use this authenticator',
  },
  ru: {
    title: 'Приложение-аутентификатор',
    enrolled: 'При каждом входе с паролем нужен код из вашего приложения-аутентификатора.',
    required: 'Здесь оно обязательно: если отключить его, при следующем входе нужно подключить другое.',
    remove: 'Отключить аутентификатор',
    none: 'С приложением-аутентификатором одного пароля для входа мало. Отсканируйте этот код приложением и введите код, который оно покажет.',
    enrol: 'Подключить аутентификатор',
  },
  'zh-CN': {
    title: '身份验证器应用',
    enrolled: '每次使用密码登录时，都需要输入身份验证器应用显示的验证码。',
    required: '此处要求使用身份验证器：移除后，您需要在下次登录时重新设置。',
    remove: '移除身份验证器',
    none: '启用身份验证器应用后，仅凭密码无法登录。请用应用扫描此二维码，然后输入应用显示的验证码。',
    enrol: '启用此身份验证器',
  },
}
