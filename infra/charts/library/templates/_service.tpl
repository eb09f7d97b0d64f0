{{/* The resources of one service: deployment, services, disruption budget, network policy and autoscaling. */}}
{{- define "signet.service" -}}
{{ include "signet.deployment" . }}
---
{{ include "signet.services" . }}
---
{{ include "signet.disruption" . }}
{{- if .Values.global.networkPolicies }}
---
{{ include "signet.network" . }}
{{- end }}
{{- if and .Values.global.serviceMonitors (or .Values.hasMetrics .Values.isHaproxy) }}
---
{{ include "signet.monitor" . }}
{{- end }}
{{- if .Values.autoscaling.enabled }}
---
{{ include "signet.autoscaling" . }}
{{- end }}
{{- end }}

{{- define "signet.name" -}}
{{ .Release.Name }}-{{ .Chart.Name }}
{{- end }}

{{- define "signet.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: signet
{{- end }}

{{- define "signet.labels" -}}
{{ include "signet.selector" . }}
app.kubernetes.io/version: {{ .Values.global.version | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "signet.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "signet.name" . }}
  labels: {{- include "signet.labels" . | nindent 4 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: {{- include "signet.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "signet.labels" . | nindent 8 }}
      {{- with include "signet.podAnnotations" . | trim }}
      annotations: {{- . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      {{- include "signet.scheduling" . | nindent 6 }}
      terminationGracePeriodSeconds: 30
      securityContext: {{- include "signet.podSecurity" . | nindent 8 }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "signet.selector" $ | nindent 14 }}
        {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          {{- if .Values.isHaproxy }}
          image: {{ .Values.global.haproxyImage }}
          command: [haproxy, -W, -db, -f, /etc/signet/haproxy.cfg]
          # Waits, because new connections arrive until the endpoint is removed on every node.
          lifecycle: { preStop: { exec: { command: [sleep, "5"] } } }
          {{- else }}
          image: {{ include "signet.image" (dict "name" .Chart.Name "global" .Values.global) }}
          {{- end }}
          securityContext: {{- include "signet.containerSecurity" . | nindent 12 }}
          ports:
            - { name: http, containerPort: 8080 }
            {{- if .Values.isHaproxy }}
            - { name: health, containerPort: 8081 }
            - { name: metrics, containerPort: 8405 }
            {{- end }}
            {{- if .Values.hasMetrics }}
            - { name: metrics, containerPort: {{ .Values.global.metricsPort }} }
            {{- end }}
          env: {{- include "signet.environment" . | nindent 12 }}
          startupProbe:
            httpGet: { path: {{ .Values.probes.ready }}, port: {{ default "http" .Values.probes.port }} }
            periodSeconds: 1
            # A service waits for PostgreSQL for up to five minutes.
            failureThreshold: 330
          readinessProbe:
            httpGet: { path: {{ .Values.probes.ready }}, port: {{ default "http" .Values.probes.port }} }
            periodSeconds: 2
            timeoutSeconds: 2
          livenessProbe:
            httpGet: { path: {{ .Values.probes.live }}, port: {{ default "http" .Values.probes.port }} }
            periodSeconds: 10
            timeoutSeconds: 5
          resources: {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .Values.isHaproxy }}
            - { name: configuration, mountPath: /etc/signet, readOnly: true }
            {{- end }}
            {{- if .Values.secrets }}
            - { name: secrets, mountPath: /run/secrets/signet, readOnly: true }
            {{- end }}
            {{- with .Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        {{- with .Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        - name: tmp
          emptyDir: { sizeLimit: 16Mi }
        {{- if .Values.isHaproxy }}
        - name: configuration
          configMap: { name: {{ include "signet.name" . }} }
        {{- end }}
        {{- if .Values.secrets }}
        - name: secrets
          secret:
            secretName: {{ .Values.global.secretName }}
            defaultMode: 0440
            items:
              {{- range .Values.secrets }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
              {{- if and .Values.global.natsUsers (has "database-url" .Values.secrets) }}
              - { key: nats-{{ .Chart.Name }}, path: nats-password }
              {{- end }}
        {{- end }}
{{- end }}

{{/* A digest identifies one image; a version may be built again. */}}
{{- define "signet.image" -}}
{{- $digest := get (default (dict) .global.digests) .name -}}
{{- if $digest -}}
{{ .global.registry }}/{{ .name }}@{{ $digest }}
{{- else -}}
{{ .global.registry }}/{{ .name }}:{{ .global.version }}
{{- end -}}
{{- end }}

{{- define "signet.podAnnotations" -}}
{{- if .Values.isHaproxy }}
# Replaces the pods when the configuration changes.
checksum/configuration: {{ .Files.Get "haproxy.cfg" | sha256sum }}
{{- end }}
{{- with merge (dict) (default (dict) .Values.podAnnotations) (default (dict) .Values.global.podAnnotations) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Where pods run, with which account, and how their images are pulled: values of the service before global ones. */}}
{{- define "signet.scheduling" -}}
{{- $own := .Values -}}
{{- $global := .Values.global -}}
{{- with coalesce $own.serviceAccountName $global.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with $global.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with coalesce $own.nodeSelector $global.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with coalesce $own.tolerations $global.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with coalesce $own.affinity $global.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $global.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* For the operator of Prometheus. */}}
{{- define "signet.monitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: {{ include "signet.name" . }}
  labels:
    {{- include "signet.labels" . | nindent 4 }}
    {{- with .Values.global.monitorLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels: {{- include "signet.selector" . | nindent 6 }}
  podMetricsEndpoints:
    - port: metrics
      relabelings:
        - { targetLabel: job, replacement: signet-{{ .Chart.Name }} }
{{- end }}

{{- define "signet.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "signet.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Secrets are files: database-url becomes DATABASE_URL_FILE, secret-keys SIGNET_SECRET_KEYS_FILE. */}}
{{- define "signet.environment" -}}
{{- $global := .Values.global -}}
{{- $release := .Release.Name -}}
{{- if .Values.isHaproxy }}
- { name: SIGNET_BASE_URL, value: {{ $global.baseUrl | quote }} }
- { name: SIGNET_EDGE_TRUSTED_PROXIES, value: {{ $global.trustedProxies | quote }} }
{{- /* HAProxy does not search the domains of resolv.conf: only a complete name is resolved. */}}
{{- range $name, $service := .Values.addresses }}
- { name: {{ $name }}, value: "{{ $release }}-{{ $service }}.{{ $.Release.Namespace }}.svc.{{ $global.clusterDomain }}:8080" }
{{- end }}
{{- end }}
{{- if .Values.hasMetrics }}
- { name: SIGNET_BASE_URL, value: {{ $global.baseUrl | quote }} }
- { name: SIGNET_PROXY_HOPS, value: {{ $global.proxyHops | quote }} }
- { name: SIGNET_DRAIN_SECONDS, value: "5" }
- { name: LOG_LEVEL, value: {{ $global.logLevel | quote }} }
- { name: SIGNET_METRICS_HOST, value: "0.0.0.0" }
- { name: SIGNET_METRICS_PORT, value: {{ $global.metricsPort | quote }} }
{{- end }}
{{- if has "database-url" .Values.secrets }}
- { name: DATABASE_URL_FILE, value: /run/secrets/signet/database-url }
- { name: NATS_URL, value: {{ $global.natsUrl | quote }} }
{{- if $global.natsUsers }}
- { name: NATS_USER, value: {{ .Chart.Name }} }
- { name: NATS_PASSWORD_FILE, value: /run/secrets/signet/nats-password }
{{- end }}
{{- with $global.natsReplicas }}
- { name: SIGNET_NATS_REPLICAS, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- if has "secret-keys" .Values.secrets }}
- { name: SIGNET_SECRET_KEYS_FILE, value: /run/secrets/signet/secret-keys }
{{- end }}
{{- range $name, $service := .Values.upstreams }}
- { name: {{ $name }}, value: "http://{{ $release }}-{{ $service }}:8080" }
{{- end }}
{{- range $name, $value := .Values.environment }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "signet.services" -}}
{{- $context := . -}}
{{- $names := list (include "signet.name" .) -}}
{{- if .Values.hasLiveAddress }}{{ $names = append $names (printf "%s-live" (include "signet.name" .)) }}{{ end -}}
{{- range $index, $name := $names }}
{{- if $index }}
---
{{- end }}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- include "signet.labels" $context | nindent 4 }}
spec:
  {{- if $index }}
  # Keeps unready pods reachable: for discovery and key sets, which are served from memory, and while no pod is ready.
  publishNotReadyAddresses: true
  {{- end }}
  selector: {{- include "signet.selector" $context | nindent 4 }}
  ports:
    - { name: http, port: 8080, targetPort: http }
{{- end }}
{{- end }}

{{- define "signet.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "signet.name" . }}
  labels: {{- include "signet.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "signet.selector" . | nindent 6 }}
{{- end }}

{{/* Only its callers reach a service, and only the monitoring its metrics; outwards it reaches what it needs. */}}
{{- define "signet.network" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "signet.name" . }}
  labels: {{- include "signet.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "signet.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: http }]
      {{- if .Values.callers }}
      from:
        {{- range .Values.callers }}
        - podSelector:
            matchLabels: { app.kubernetes.io/part-of: signet, app.kubernetes.io/name: {{ . }} }
        {{- end }}
      {{- end }}
    {{- if or .Values.hasMetrics .Values.isHaproxy }}
    - ports: [{ port: metrics }]
      from:
        - namespaceSelector:
            matchLabels: {{- toYaml .Values.global.monitoringNamespace | nindent 14 }}
    {{- end }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    {{- range $name, $service := merge (dict) .Values.upstreams (default (dict) .Values.addresses) }}
    - ports: [{ port: 8080 }]
      to:
        - podSelector:
            matchLabels: { app.kubernetes.io/part-of: signet, app.kubernetes.io/name: {{ trimSuffix "-live" $service }} }
    {{- end }}
    {{- if .Values.secrets }}
    - ports: {{- toYaml .Values.global.dataPorts | nindent 8 }}
    {{- end }}
    {{- if .Values.reachesInternet }}
    - ports: {{- toYaml .Values.global.internetPorts | nindent 8 }}
      to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10]
    {{- end }}
{{- end }}

{{/* By the passwords that wait to be checked, which is what makes people wait; needs an adapter for metrics of pods. */}}
{{- define "signet.autoscaling" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "signet.name" . }}
  labels: {{- include "signet.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "signet.name" . }} }
  minReplicas: {{ .Values.replicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Pods
      pods:
        metric:
          name: signet_password_queue
          selector:
            matchLabels: { state: waiting }
        target: { type: AverageValue, averageValue: {{ .Values.autoscaling.waitingPasswords | quote }} }
{{- end }}
