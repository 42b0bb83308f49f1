{{/* Where broker and store are, who hosts are to them, and how they are reached. */}}

{{/* Not empty: the state is kept by a server beside the broker, which keeps none or is not to. */}}
{{- define "mesh.hasStore" -}}
{{- if or (eq (default "" .Values.state.kind) "redis") .Values.state.url }}true{{ end }}
{{- end }}

{{/*
Servers that cannot work end the rendering with a sentence, and so does what stands beside a URL and says
something else: somebody has set one of them alone.
*/}}
{{- define "mesh.checkServers" -}}
{{- $transport := .Values.transport }}
{{- if and (eq $transport.kind "nats") (not (regexMatch "^(nats|tls)://" $transport.url)) }}
{{- fail (printf "transport.url is %s, but a NATS server has nats:// or tls://" $transport.url) }}
{{- end }}
{{- if and (eq $transport.kind "amqp") (not (regexMatch "^amqps?://" $transport.url)) }}
{{- fail (printf "transport.url is %s, but a RabbitMQ server has amqp:// or amqps://" $transport.url) }}
{{- end }}
{{- if regexMatch "//[^/]*@" $transport.url }}
{{- fail "transport.url says who connects: put that into a secret and name it in transport.secret" }}
{{- end }}
{{- include "mesh.checkUrl" (dict "at" "transport.url" "url" $transport.url) }}
{{- with $transport.monitoring }}
{{- $place := . }}
{{- if eq $transport.kind "amqp" }}{{ $place = regexReplaceAll "^https?://" . "" | trimSuffix "/" }}{{ end }}
{{- if or (not (regexMatch (include "mesh.server" nil) $place)) (and (eq $transport.kind "nats") (not (regexMatch ":[0-9]+$" .))) }}
{{- fail (printf "transport.monitoring is %s, but KEDA asks %s" . (ternary "NATS at a host and a port: write it like nats.messaging:8222" "RabbitMQ at its management plugin: write it like rabbit.messaging:15672" (eq $transport.kind "nats"))) }}
{{- end }}
{{- end }}
{{- $state := .Values.state }}
{{- if and (eq $transport.kind "amqp") (not $state.url) (or .Values.stateful $state.kind) }}
{{- fail "transport.kind is amqp, and a RabbitMQ broker keeps no state, which this mesh needs: name a NATS or a Redis server in state.url" }}
{{- end }}
{{- if include "mesh.hasStore" . }}
{{- $redis := eq (default "nats_kv" $state.kind) "redis" }}
{{- if and (not $redis) (not (regexMatch "^(nats|tls)://" $state.url)) }}
{{- fail (printf "state.url is %s, but a NATS server has nats:// or tls://, and one of Redis is told by state.kind" $state.url) }}
{{- end }}
{{- if and $redis (not (hasPrefix "redis://" $state.url)) }}
{{- fail (printf "state.url is %s, but a Redis server has redis://, as hosts do not reach it by TLS" $state.url) }}
{{- end }}
{{- if regexMatch "//[^/]*@" $state.url }}
{{- fail "state.url says who connects: put that into a secret and name it in state.secret" }}
{{- end }}
{{- include "mesh.checkUrl" (dict "at" "state.url" "url" $state.url) }}
{{- end }}
{{- $lanes := default dict .Values.lanes }}
{{- if and $lanes.weights (ne (len $lanes.weights) (len (default list $lanes.names))) }}
{{- fail (printf "lanes.weights has %d numbers, but lanes.names %d names: each lane has one" (len $lanes.weights) (len (default list $lanes.names))) }}
{{- end }}
{{- $base := .Values.mesh | replace "." "-" }}
{{- $prefix := regexFind "[?&]prefix=[^&]*" $transport.url | regexFind "[^=]*$" }}
{{- if eq $transport.kind "nats" }}
{{- $stream := ternary $base (printf "%s-%s" $prefix $base) (empty $prefix) }}
{{- if ne $transport.stream $stream }}
{{- fail (printf "transport.stream is %s, where KEDA looks, but hosts at %s have %s" $transport.stream $transport.url $stream) }}
{{- end }}
{{- else }}
{{- $place := regexReplaceAll "[?].*$" $transport.url "" }}
{{- $vhost := default "/" (regexReplaceAll "%2[fF]" (regexReplaceAll "^[a-z]+://[^/]*/?" $place "") "/") }}
{{- if and (ne $transport.vhost $vhost) (not (contains "%" $vhost)) }}
{{- fail (printf "transport.vhost is %s, where KEDA looks, but that of transport.url is %s" $transport.vhost $vhost) }}
{{- end }}
{{- $begin := ternary (printf "%s." $base) (printf "%s.%s." $prefix $base) (empty $prefix) }}
{{- range $mailbox, $queue := $transport.queues }}
{{- if not (hasPrefix $begin $queue) }}
{{- fail (printf "transport.queues.%s is %s, where KEDA looks, but queues of hosts at %s begin with %s" $mailbox $queue $transport.url $begin) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* How a server is written, as a pattern: a name or an address, and maybe a port. */}}
{{- define "mesh.server" -}}
^([A-Za-z0-9_]([-A-Za-z0-9_]*[A-Za-z0-9_])?([.][A-Za-z0-9_]([-A-Za-z0-9_]*[A-Za-z0-9_])?)*[.]?|\[[0-9a-fA-F:.]+\])(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?$
{{- end }}

{{/* The servers that a URL names, as JSON. Each of NATS is a URL of its own; behind others stands what they share. */}}
{{- define "mesh.serversOf" -}}
{{- $list := list }}
{{- if regexMatch "^(nats|tls)://" . }}
{{- range splitList "," (regexReplaceAll "[?].*$" . "") }}
{{- $list = append $list (regexReplaceAll "/.*$" (regexReplaceAll "^(nats|tls)://" . "") "") }}
{{- end }}
{{- else }}
{{- $list = splitList "," (regexReplaceAll "[/?].*$" (regexReplaceAll "^[a-z]+://" . "") "") }}
{{- end }}
{{- dict "list" $list | toJson }}
{{- end }}

{{/* A URL whose servers nobody could reach ends the rendering with a sentence. Takes `url` and `at`, where it stands. */}}
{{- define "mesh.checkUrl" -}}
{{- $scope := . }}
{{- range (include "mesh.serversOf" .url | fromJson).list }}
{{- if not (regexMatch (include "mesh.server" nil) .) }}
{{- fail (printf "%s is %s, but %s is no server: it is a host, and maybe a port from 1 to 65535" $scope.at $scope.url (default "what stands behind ://" .)) }}
{{- end }}
{{- end }}
{{- end }}

{{/* The ports of a server, as JSON: those that are stated, else those of its URL. Takes `url` and `ports`. */}}
{{- define "mesh.ports" -}}
{{- $ports := default list .ports }}
{{- if not $ports }}
{{- $usual := get (dict "nats" 4222 "tls" 4222 "amqp" 5672 "amqps" 5671 "redis" 6379) (regexFind "^[a-z]+" .url) }}
{{- range (include "mesh.serversOf" .url | fromJson).list }}
{{- $ports = append $ports (int64 (default $usual (regexFind ":[0-9]+$" . | trimPrefix ":"))) }}
{{- end }}
{{- end }}
{{- dict "list" $ports | toJson }}
{{- end }}

{{/* What every pod reaches: names, the broker, the store, and what is stated for all. */}}
{{- define "mesh.egress" -}}
- ports:
    - protocol: UDP
      port: 53
    - protocol: TCP
      port: 53
- ports:
    {{- $ports := (include "mesh.ports" .Values.transport | fromJson).list }}
    {{- if include "mesh.hasStore" . }}{{ $ports = concat $ports (include "mesh.ports" .Values.state | fromJson).list }}{{ end }}
    {{- range $ports | uniq }}
    - protocol: TCP
      port: {{ int64 . }}
    {{- end }}
{{- include "mesh.ways" .Values.network.egress }}
{{- end }}

{{/* Variables that say who hosts are to the broker and to a store beside it. */}}
{{- define "mesh.credentials" -}}
{{- range $server, $secret := dict "TRANSPORT" .Values.transport.secret "STATE" .Values.state.secret }}
{{- if $secret }}
{{- range $name, $key := dict "USER" "user" "PASSWORD" "password" "TOKEN" "token" "CA" "ca" "CERT" "certificate" "KEY" "key" }}
- name: MESH_{{ $server }}_{{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret | quote }}
      key: {{ $key }}
      optional: true
{{- end }}
{{- end }}
{{- end }}
{{- end }}
