import type { Locale } from '@signet/i18n'

interface AccountHomeTexts {
  readonly title: string
  readonly data: string
  readonly sessions: string
  readonly thisBrowser: string
  readonly otherBrowser: string
  readonly since: string
  readonly end: string
  readonly password: string
  readonly passwordText: string
  readonly current: string
  readonly chosen: string
  readonly change: string
  readonly wrongPassword: string
}

/** Texts of the page of a person's own account. */
export const accountHomeTexts: Readonly<Record<Locale, AccountHomeTexts>> = {
  en: {
    title: 'Your account',
    data: 'Download what is kept about you',
    sessions: 'Where you are signed in',
    thisBrowser: 'This browser',
    otherBrowser: 'Another browser',
    since: 'Since',
    end: 'Sign out there',
    password: 'Change your password',
    passwordText: 'You are signed out everywhere, and sign in with the new one.',
    current: 'Current password',
    chosen: 'New password',
    change: 'Change the password',
    wrongPassword: 'The current password is incorrect.',
  },
  ru: {
    title: 'Ваша учётная запись',
    data: 'Скачать сведения о вас',
    sessions: 'Где выполнен вход',
    thisBrowser: 'Этот браузер',
    otherBrowser: 'Другой браузер',
    since: 'С',
    end: 'Выйти там',
    password: 'Смена пароля',
    passwordText: 'Все сеансы завершатся, и вы войдёте с новым паролем.',
    current: 'Текущий пароль',
    chosen: 'Новый пароль',
    change: 'Сменить пароль',
    wrongPassword: 'Текущий пароль указан неверно.',
  },
  'zh-CN': {
    title: '您的账号',
    data: '下载关于您的数据',
    sessions: '登录位置',
    thisBrowser: '此浏览器',
    otherBrowser: '其他浏览器',
    since: '登录于',
    end: '退出该登录',
    password: '修改密码',
    passwordText: '修改后所有登录都会退出，请用新密码重新登录。',
    current: '当前密码',
    chosen: '新密码',
    change: '修改密码',
    wrongPassword: '当前密码不正确。',
  },
}
