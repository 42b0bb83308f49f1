{{/* Labels of everything in the chart. */}}
{{- define "mesh.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: {{ .Chart.Name | trunc 63 | trimSuffix "-" | quote }}
{{- end }}

{{/* What selects the pods of one workload. Takes `root` and `workload`. */}}
{{- define "mesh.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .workload.name | quote }}
{{- end }}

{{/* Name, namespace and labels of an object of a workload. Takes `root` and `workload`. */}}
{{- define "mesh.metadata" -}}
name: {{ .workload.name }}
namespace: {{ include "mesh.namespace" .root }}
labels:
  {{- include "mesh.labels" .root | nindent 2 }}
  {{- include "mesh.selector" . | nindent 2 }}
{{- end }}

{{- define "mesh.namespace" -}}
{{ default .Release.Namespace .Values.namespace | quote }}
{{- end }}

{{/* The account of a workload: its own, unless one is named for it or for all. Takes `root` and `workload`. */}}
{{- define "mesh.serviceAccount" -}}
{{- $own := ternary .workload.name "default" .root.Values.serviceAccount.create -}}
{{ coalesce .workload.serviceAccountName .root.Values.serviceAccount.name $own }}
{{- end }}

{{/* True if pods are scraped: nobody else may come in. */}}
{{- define "mesh.monitored" -}}
{{- $asked := .Values.podMonitor.enabled | toString }}
{{- $known := .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }}
{{- if or (eq $asked "true") (and (eq $asked "auto") $known) }}true{{ end }}
{{- end }}

{{- define "mesh.configMap" -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
Route tables as JSON: the digest, file and content of each, and the name of its ConfigMap, which follows from
the content: it never changes.
*/}}
{{- define "mesh.tables" -}}
{{- $list := list }}
{{- range .Values.routes.tables }}
{{- $file := printf "routes/%s.json" . }}
{{- $packed := not ($.Files.Get $file) }}
{{- if $packed }}{{ $file = printf "%s.gz" $file }}{{ end }}
{{- $content := $.Files.Get $file }}
{{- if not $content }}{{ fail (printf "routes.tables names %s, but the chart has no routes/%s.json; compile writes one for each version in mesh.lock" . .) }}{{ end }}
{{- $name := printf "%s-routes-%s-%s" (include "mesh.configMap" $) . (sha256sum $content | trunc 8) }}
{{- $list = append $list (dict "digest" . "packed" $packed "file" $file "name" $name) }}
{{- end }}
{{- if and .Values.routes.wave (ne .Values.routes.wave .Values.routes.own) }}
{{- fail (printf "these waves lead to the table %s, but the chart is of %s: write them anew by compat --waves" .Values.routes.wave .Values.routes.own) }}
{{- end }}
{{- if and .Values.routes.current (not .Values.routes.tables) }}
{{- fail "routes.current names a table, but the chart has none: hosts have that of their image" }}
{{- end }}
{{- if and .Values.routes.tables (not (has .Values.routes.current .Values.routes.tables)) }}
{{- fail (printf "routes.current is %s, which is none of routes.tables" (default "empty" .Values.routes.current)) }}
{{- end }}
{{- dict "list" $list | toJson }}
{{- end }}

{{/*
What has pods of its own, as JSON: each actor outside of pools, each pool, and the mailboxes of the mesh, which
all pods serve, so that somebody does while all actors rest: timers ring there. An entry holds its settled
settings, its `name` and its `members`, what it serves, with the consumer and the queue of each.
*/}}
{{- define "mesh.workloads" -}}
{{- $control := .Values.control }}
{{- $members := list }}
{{- range list "sink" "control" }}
{{- $members = append $members (dict "actor" (printf "@%s" .) "consumer" (printf "-%s" .) "queue" (printf "%s-%s" $control.name .)) }}
{{- end }}
{{- $former := .Values.former.actors }}
{{- range $former }}
{{- if not (hasKey $.Values.actors .) }}{{ fail (printf "former.actors names %s, which the mesh does not have" .) }}{{ end }}
{{- end }}
{{- /* No handler runs there: it has neither devices nor claims of the actors', unless containers beside it mount those. */}}
{{- $common := deepCopy .Values.defaults }}
{{- $amounts := dict }}
{{- range $bound, $amount := default dict $common.resources }}
{{- $_ := set $amounts $bound (pick (default dict $amount) "cpu" "memory" "ephemeral-storage") }}
{{- end }}
{{- $_ := set $common "resources" $amounts }}
{{- if not (or $common.initContainers $common.sidecars $control.initContainers $control.sidecars) }}
{{- $own := list }}
{{- range $common.volumes }}{{ if not .claim }}{{ $own = append $own . }}{{ end }}{{ end }}
{{- $_ := set $common "volumes" $own }}
{{- end }}
{{- $list := list (mergeOverwrite $common (deepCopy $control) (dict "title" "the mailboxes of the mesh" "members" $members)) }}
{{- range $name, $own := .Values.actors }}
{{- if and $own.pool (not (has $name (get $.Values.pools $own.pool | default dict).actors)) }}
{{- fail (printf "actors.%s.pool is %s, but pools.%s.actors does not hold it: nobody would serve it" $name $own.pool $own.pool) }}
{{- end }}
{{- if not $own.pool }}
{{- $members := list (dict "actor" $name "consumer" $name "queue" $own.queue) }}
{{- $list = append $list (mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $own) (dict "name" $own.queue "title" (printf "actor %s" $name) "members" $members "wakers" (default list $own.former) "isFormer" (has $name $former))) }}
{{- end }}
{{- end }}
{{- range $name, $own := .Values.leaving }}
{{- $members := list (dict "actor" $name "consumer" $name "queue" $own.queue) }}
{{- $list = append $list (mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $own) (dict "name" $own.queue "title" (printf "actor %s of former versions" $name) "members" $members "isFormer" true "isLeaving" true)) }}
{{- end }}
{{- range $name, $own := .Values.pools }}
{{- $kept := list }}
{{- $waiting := list }}
{{- range $own.actors }}
{{- $actor := get $.Values.actors . | default dict }}
{{- if not $actor.queue }}{{ fail (printf "the pool %s holds the actor %s, which the mesh does not have" $name .) }}{{ end }}
{{- if ne (default "" $actor.pool) $name }}{{ fail (printf "pools.%s.actors holds %s, but actors.%s.pool is %s: two pods would serve it" $name . . (default "empty" $actor.pool)) }}{{ end }}
{{- if has . $former }}{{ $waiting = append $waiting . }}{{ else }}{{ $kept = append $kept . }}{{ end }}
{{- end }}
{{- /* One pod has one image: where some of its actors still run that of the former release they have pods of their own. */}}
{{- range list (dict "actors" $kept "isFormer" false "name" $own.name) (dict "actors" $waiting "isFormer" true "name" (ternary (printf "%s-former" ($own.name | trunc 47 | trimSuffix "-")) $own.name (gt (len $kept) 0))) }}
{{- $part := . }}
{{- $members := list }}
{{- $wakers := list }}
{{- $needs := dict "threads" 0 "handlerSeconds" 0 "terminationGracePeriodSeconds" 0 }}
{{- range $part.actors }}
{{- $actor := get $.Values.actors . }}
{{- $members = append $members (dict "actor" . "consumer" . "queue" $actor.queue) }}
{{- $wakers = concat $wakers (default list $actor.former) }}
{{- $_ := set $needs "threads" (add (int64 $needs.threads) (int64 (default 1 $actor.threads))) }}
{{- range list "handlerSeconds" "terminationGracePeriodSeconds" }}
{{- $_ := set $needs . (max (int64 (get $needs .)) (int64 (default 0 (get $actor .)))) }}
{{- end }}
{{- end }}
{{- $_ := set $needs "scale" (dict "cooldown" (max (int64 $.Values.defaults.scale.cooldown) (int64 $needs.handlerSeconds))) }}
{{- if $members }}
{{- $title := ternary (printf "pool %s, its former part" $name) (printf "pool %s" $name) (ne $part.name $own.name) }}
{{- $isSplit := gt (mul (len $kept) (len $waiting)) 0 }}
{{- $settled := mergeOverwrite (deepCopy $.Values.defaults) $needs (deepCopy $own) (dict "name" $part.name "title" $title "members" $members "wakers" $wakers "isFormer" $part.isFormer "isSplit" $isSplit) }}
{{- range $settled.volumes }}
{{- if and $isSplit .claim .size (not .shared) }}
{{- fail (printf "pool %s: its actors %s run the former image and %s the new one, in pods that may be on two nodes, and the claim %s is not shared: take all of them into former.actors or none, or let the claim be shared" $name (join ", " $waiting) (join ", " $kept) .claim) }}
{{- end }}
{{- end }}
{{- $list = append $list $settled }}
{{- end }}
{{- end }}
{{- end }}
{{- include "mesh.checkServers" $ }}
{{- $names := dict }}
{{- range $list }}
{{- if hasKey $names .name }}{{ fail (printf "%s and %s would both be called %s" (get $names .name) .title .name) }}{{ end }}
{{- $_ := set $names .name .title }}
{{- include "mesh.check" (dict "root" $ "workload" .) }}
{{- end }}
{{- dict "list" $list | toJson }}
{{- end }}

{{/* The bytes of a quantity of Kubernetes, `50Gi`, `1.5e3k`, as a number that equal sizes share. */}}
{{- define "mesh.bytes" -}}
{{- $units := dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 }}
{{- $number := regexFind "^[0-9.]+([eE][0-9]+)?" . }}
{{- mulf (float64 $number) (float64 (default 1 (get $units (trimPrefix $number .)))) }}
{{- end }}

{{/* The claims that the chart makes, by name, as JSON: how large each is, and whether many nodes mount it. */}}
{{- define "mesh.claims" -}}
{{- $claims := dict }}
{{- range (include "mesh.workloads" . | fromJson).list }}
{{- range .volumes }}
{{- if and .claim .size }}
{{- $known := default (dict "size" .size "shared" false) (get $claims .claim) }}
{{- if ne (include "mesh.bytes" $known.size) (include "mesh.bytes" .size) }}
{{- fail (printf "the claim %s is to have %s and %s" .claim $known.size .size) }}
{{- end }}
{{- $_ := set $claims .claim (dict "size" .size "shared" (or $known.shared (default false .shared))) }}
{{- end }}
{{- end }}
{{- end }}
{{- $claims | toJson }}
{{- end }}

{{/* True if a variable names others, `$(NAME)`; two dollars are the text of one. */}}
{{- define "mesh.refers" -}}
{{- if and (not .secret) (regexMatch "[$][(][^)]+[)]" (default "" .value | replace "$$" "")) }}true{{ end }}
{{- end }}

{{/* Values that cannot work end the rendering with a sentence. Takes `root` and `workload`. */}}
{{- define "mesh.check" -}}
{{- $transport := .root.Values.transport }}
{{- if and (include "mesh.scaled" .) (not $transport.monitoring) }}
{{- fail (printf "%s: KEDA asks at transport.monitoring how much waits, but it is empty: name the place, make scale.min equal to scale.max, or turn keda.enabled off" .workload.title) }}
{{- end }}
{{- if and (eq $transport.kind "amqp") (include "mesh.scaled" .) }}
{{- range (include "mesh.mailboxes" . | fromJson).list }}
{{- if not (get (default dict $transport.queues) .mailbox) }}
{{- fail (printf "transport.queues has no queue of %s: KEDA looks at it by that name" .mailbox) }}
{{- end }}
{{- end }}
{{- end }}
{{- with .workload }}
{{- if and (include "mesh.scaled" $) (eq (int64 .scale.min) 0) (lt (int64 .scale.cooldown) (int64 (default 0 .handlerSeconds))) }}
{{- fail (printf "%s: scale.cooldown is %d, but a handler may take %d: KEDA would end its pod meanwhile" .title (int64 .scale.cooldown) (int64 .handlerSeconds)) }}
{{- end }}
{{- if gt (int64 .scale.min) (int64 .scale.max) }}
{{- fail (printf "%s: scale.min is %d, above scale.max, which is %d" .title (int64 .scale.min) (int64 .scale.max)) }}
{{- end }}
{{- $env := default dict .env }}
{{- range $key, $value := $env }}
{{- range regexFindAll "[$][(][^)]+[)]" (ternary (default "" $value.value | replace "$$" "") "" (empty $value.secret)) -1 }}
{{- $named := trimAll "$()" . }}
{{- if and (hasKey $env $named) (include "mesh.refers" (get $env $named)) (ge $named $key) }}
{{- fail (printf "%s: env.%s names %s, which names one itself and does not come before it: Kubernetes would leave the text" $.workload.title $key .) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $probe := default dict .probes }}
{{- $ways := pick $probe "exec" "grpc" "httpGet" "tcpSocket" }}
{{- if ne (len $ways) 1 }}
{{- fail (printf "%s: probes.%s asks in %d ways (%s): Kubernetes takes one, and one that is set to null is none" $.workload.title $name (len $ways) (keys $ways | sortAlpha | join ", ")) }}
{{- end }}
{{- end }}
{{- range .members }}
{{- $calls := (get $.root.Values.actors .actor | default dict).calls | default dict }}
{{- if gt (int64 (default 0 $calls.timeout_ms)) (mul 1000 (int64 (default 0 $.workload.handlerSeconds))) }}
{{- fail (printf "%s: calls.timeout_ms of %s is %d, but handlerSeconds is %d: what a pod has to end follows from that" $.workload.title .actor (int64 $calls.timeout_ms) (int64 (default 0 $.workload.handlerSeconds))) }}
{{- end }}
{{- if gt (int64 (default 0 $calls.concurrency)) (int64 (default 1 $.workload.threads)) }}
{{- fail (printf "%s: calls.concurrency of %s is %d, but threads is %d: no more calls than that run at once" $.workload.title .actor (int64 $calls.concurrency) (int64 (default 1 $.workload.threads))) }}
{{- end }}
{{- end }}
{{- /* As long as meshc asks of a stated one: 10 s to hand back what has not begun, 5 s for the host to end. */}}
{{- $needed := add 15 (int64 (default 0 .handlerSeconds)) }}
{{- if lt (int64 .terminationGracePeriodSeconds) $needed }}
{{- fail (printf "%s: terminationGracePeriodSeconds is %d, but a handler may take %d, and the end of a host 15 more" .title (int64 .terminationGracePeriodSeconds) (int64 (default 0 .handlerSeconds))) }}
{{- end }}
{{- end }}
{{- end }}

{{/* True if KEDA owns the number of replicas: it may change. Takes `root` and `workload`. */}}
{{- define "mesh.scaled" -}}
{{- if and .root.Values.keda.enabled (ne (int64 .workload.scale.min) (int64 .workload.scale.max)) }}true{{ end }}
{{- end }}

{{/*
Annotations for what kube-score and Polaris ask and pods of this kind cannot have, each with the reason. Takes
`root`, `image`, `priority` and, of a Deployment, `replicas`: their number, 0 where KEDA owns it.
*/}}
{{- define "mesh.exemptions" -}}
{{- $ignored := list }}
{{- if and (hasKey . "replicas") (lt (int64 .replicas) 2) }}
{{- $ignored = append $ignored "deployment-replicas" }}
polaris.fairwinds.com/deploymentMissingReplicas-exempt: "true"
mesh/why-replicas: {{ ternary "KEDA owns the number of replicas" "the deploy asks for one" (eq (int64 .replicas) 0) | quote }}
{{- end }}
{{- if ne .image.pullPolicy "Always" }}
{{- $ignored = append $ignored "container-image-pull-policy" }}
polaris.fairwinds.com/pullPolicyNotAlways-exempt: "true"
mesh/why-pull-policy: "a tag or a digest of a release never names another image"
{{- end }}
{{- if not .priority }}
polaris.fairwinds.com/priorityClassNotSet-exempt: "true"
mesh/why-priority: "classes belong to the cluster; a deploy names one by `priority`"
{{- end }}
polaris.fairwinds.com/metadataAndInstanceMismatched-exempt: "true"
mesh/why-instance: "an instance is the release, as Helm has it, not one of its workloads"
{{- with $ignored }}
kube-score/ignore: {{ join "," . | quote }}
{{- end }}
{{- end }}

{{/*
The image of a workload, as JSON: of a former one that of the release before, unless it says its own. A tag of its
own wins over a digest of all. Takes `root` and `workload`.
*/}}
{{- define "mesh.workloadImage" -}}
{{- $own := default dict .workload.image }}
{{- $image := mergeOverwrite (deepCopy .root.Values.image) (deepCopy $own) }}
{{- $isNamed := and .workload.isLeaving (or $own.tag $own.digest) }}
{{- if and .workload.isFormer (not $isNamed) }}
{{- $former := .root.Values.former.image }}
{{- if and (not $former.tag) (not $former.digest) }}
{{- fail (printf "%s: its hosts run the image of the former release: name it in former.image.tag or former.image.digest" .workload.title) }}
{{- end }}
{{- $image = merge (dict "repository" (default $image.repository $former.repository)) (dict "tag" $former.tag "digest" $former.digest) $image }}
{{- $_ := set $image "tag" (default "" $former.tag) }}
{{- $_ := set $image "digest" (default "" $former.digest) }}
{{- else if and $own.tag (not $own.digest) }}
{{- $_ := set $image "digest" "" }}
{{- end }}
{{- $image | toJson }}
{{- end }}

{{/* The image of a container. Takes `root` and `image`. */}}
{{- define "mesh.image" -}}
{{- if .image.digest }}
{{- printf "%s@%s" .image.repository .image.digest | quote }}
{{- else }}
{{- printf "%s:%s" .image.repository (default .root.Chart.AppVersion .image.tag) | quote }}
{{- end }}
{{- end }}

{{/* True if actors have lanes. */}}
{{- define "mesh.laned" -}}
{{- $lanes := default dict .Values.lanes }}
{{- if gt (len (default list $lanes.names)) 1 }}true{{ end }}
{{- end }}

{{/*
What of a workload is watched, as JSON: its mailboxes and those of former names of its actors, each with the
consumer and a name. The first lane of an actor is its own mailbox. Takes `root` and `workload`.
*/}}
{{- define "mesh.mailboxes" -}}
{{- $mailboxes := list }}
{{- $members := .workload.members }}
{{- range default list .workload.wakers }}
{{- $members = append $members (dict "queue" .queue "consumer" .actor "actor" .actor) }}
{{- end }}
{{- $lanes := list }}
{{- if include "mesh.laned" .root }}{{ $lanes = rest .root.Values.lanes.names }}{{ end }}
{{- range $member := $members }}
{{- $mailboxes = append $mailboxes (dict "mailbox" .actor "consumer" .consumer "name" .queue) }}
{{- if not (hasPrefix "@" .actor) }}
{{- range $lanes }}
{{- $mailboxes = append $mailboxes (dict "mailbox" (printf "%s@%s" $member.actor .) "consumer" (printf "%s-%s" $member.consumer .) "name" (printf "%s.%s" $member.queue .)) }}
{{- end }}
{{- end }}
{{- end }}
{{- dict "list" $mailboxes | toJson }}
{{- end }}

{{/*
The settings file of a workload: the lanes of all actors, as whoever sends to one must know them, and how its own
are called where that is not as the mesh declares; hosts of former releases may not know its errors. Empty: there
is nothing to say. Takes `root` and `workload`.
*/}}
{{- define "mesh.settings" -}}
{{- $values := .root.Values }}
{{- $actors := dict }}
{{- $members := list }}
{{- if not .workload.isFormer }}{{ $members = .workload.members }}{{ end }}
{{- range $members }}
{{- $own := get (merge dict $values.actors (default dict $values.leaving)) .actor | default dict }}
{{- if $own.calls }}{{ $_ := set $actors .actor $own.calls }}{{ end }}
{{- end }}
{{- $settings := dict }}
{{- if $actors }}{{ $_ := set $settings "actors" $actors }}{{ end }}
{{- if include "mesh.laned" .root }}{{ $_ := set $settings "lanes" $values.lanes }}{{ end }}
{{- if $settings }}{{ $settings | toJson }}{{ end }}
{{- end }}

{{/* Networks and ports that are stated; takes their list. */}}
{{- define "mesh.ways" -}}
{{- range . }}
- ports:
    - protocol: TCP
      port: {{ int64 .port }}
  {{- if ne .network "any" }}
  to:
    - ipBlock:
        cidr: {{ .network | quote }}
  {{- end }}
{{- end }}
{{- end }}
