import { provideHttpClient } from '@angular/common/http'
import { Component, inject, type OnInit, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { OAuthService, provideOAuthClient } from 'angular-oauth2-oidc'
import { settings } from './settings'

@Component({
  selector: 'app-root',
  template: `
    @if (name(); as name) {
      Hello, {{ name }}
      <button (click)="refresh()">Refresh</button>
      <button (click)="auth.logOut()">Sign out</button>
      @if (isRefreshed()) {
        Refreshed
      }
    } @else {
      <button (click)="auth.initCodeFlow()">Sign in</button>
    }
  `,
})
class App implements OnInit {
  readonly auth = inject(OAuthService)
  readonly name = signal('')
  readonly isRefreshed = signal(false)

  async ngOnInit() {
    this.auth.configure(settings)
    await this.auth.loadDiscoveryDocumentAndTryLogin()
    if (!this.auth.hasValidAccessToken()) return
    const profile = (await this.auth.loadUserProfile()) as { info: { name: string } }
    this.name.set(profile.info.name)
  }

  async refresh() {
    await this.auth.refreshToken()
    this.isRefreshed.set(true)
  }
}

bootstrapApplication(App, { providers: [provideHttpClient(), provideOAuthClient()] })
