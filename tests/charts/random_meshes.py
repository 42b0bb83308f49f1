"""Random meshes with random deploys, and what is known of the time that their pods need.

What a handler may take is worked out here from the text alone: the longest timeout of all calls of an actor, of which each has
its own, else that of the deploy, else the actor's.
"""
import random

AMQP = 'transport amqp { url "amqp://rabbit.messaging:5672/desk"; monitoring "rabbit.messaging:15672"; redelivery 6h; } '
BROKERS = {
    "nats": 'transport nats { url "nats://nats.messaging:4222"; monitoring "nats.messaging:8222"; } state nats_kv;',
    "amqp": AMQP + 'state nats_kv { url "nats://nats.messaging:4222"; }',
    "nats_kv": 'transport nats { url "nats://nats.messaging:4222"; prefix "beside"; monitoring "nats.messaging:8222"; } '
               'state nats_kv { url "tls://kv.messaging:4222"; secret "kv-auth"; }',
    "redis": AMQP + 'state redis { url "redis://redis.messaging:6379/3"; }',
}


def seconds(rng):
    """Short ones, and some that last longer than autoscalers of nodes wait."""
    return rng.choice([1, 5, 29, 30, 31, 59, 90, 285, 300, 585, 586, 601, 1200, 3600])


class Mesh:
    """`name`, its `text`, and by deploy `needs[deploy]`: what each of its actors may take, in seconds."""

    def __init__(self, seed, actors=None):
        rng = random.Random(seed)
        self.name = f"random.m{seed}"
        self.actors = [f"a{i}" for i in range(actors or rng.randint(2, 7))]
        self.declared, self.calls = {}, {actor: [] for actor in self.actors}
        lines = [f"mesh {self.name};", "envelope E { in text: string; var x: string = \"\"; }", "error busy retriable;"]
        lines += [self._declare(rng, actor) for actor in self.actors]
        lines.append("flow work on E { saga { " + " ".join(self._call(rng) for _ in range(2 * len(self.actors))))
        lines[-1] += " ".join(self._call(rng, actor) for actor in self.actors) + " } } on busy { }"
        lines.append("flavor patient { timeout 20m; retry 2 backoff constant 1s; }")
        lines.append("flavor hasty { timeout 2s; concurrency 6; }")
        self.needs, self.lanes, self.at_once = {}, {}, {}
        for kind in BROKERS:
            lines.append(self._deploy(rng, kind))
        self.text = "\n".join(lines) + "\n"

    def _declare(self, rng, actor):
        self.declared[actor] = seconds(rng)
        # Undo calls take as long as their actor says.
        self.calls[f"undo_{actor}"] = [None]
        self.declared[f"undo_{actor}"] = seconds(rng)
        return (f"processor {actor}(text: string) -> (x: string) {{ raises busy; effect idempotent; undo undo_{actor}; "
                f"timeout {self.declared[actor]}s; }}\n"
                f"processor undo_{actor}(text: string) {{ effect idempotent; timeout {self.declared[f'undo_{actor}']}s; }}")

    def _call(self, rng, actor=None):
        actor = actor or rng.choice(self.actors)
        own = seconds(rng) if rng.random() < 0.5 else None
        self.calls[actor].append(own)
        return f"{actor}{f' timeout {own}s' if own else ''};"

    def _deploy(self, rng, kind):
        stated, concurrency, parts = {}, {}, []
        every = list(self.declared)
        default = rng.choice([None, None, 7, 700])
        pooled, lanes = [], rng.choice([[], [], ["fast", "slow"], ["one_a", "two_b", "three"]])
        if default:
            parts.append(f"default {{ timeout {default}s; }}")
        rest = every[:]
        rng.shuffle(rest)
        for pool in range(rng.randint(0, 2)):
            members, rest = rest[:rng.randint(1, 3)], rest[3:]
            if not members:
                break
            flavor = rng.choice([None, "patient", "hasty"])
            pooled += members
            for actor in members:
                stated[actor] = {"patient": 1200, "hasty": 2}.get(flavor, default)
                concurrency[actor] = 6 if flavor == "hasty" else 1
            parts.append(f"pool p{pool}{f': {flavor}' if flavor else ''} {{ actors {', '.join(members)}; {self._scale(rng)} }}")
        for actor in every:
            stated.setdefault(actor, default)
            concurrency.setdefault(actor, 1)
            flavor, own = rng.choice([None, "patient", "hasty"]), rng.choice([None, None, seconds(rng)])
            if flavor is None and own is None:
                continue
            stated[actor] = own or {"patient": 1200, "hasty": 2}[flavor]
            if flavor == "hasty":
                concurrency[actor] = 6
            scale = "" if actor in pooled else self._scale(rng)
            parts.append(f"actor {actor}{f': {flavor}' if flavor else ''} {{ {f'timeout {own}s;' if own else ''} {scale} }}")
        lines = f"lanes {{ {', '.join(lanes)} }}" + (" policy weighted " + ":".join("312"[:len(lanes)]) if rng.random() < .5 else "") + ";"
        self.needs[kind] = {actor: self._need(actor, stated[actor]) for actor in every}
        self.lanes[kind], self.at_once[kind] = lanes, concurrency
        return f"deploy {kind} for {self.name} {{ {BROKERS[kind]} {lines if lanes else ''} {' '.join(parts)} }}"

    def _scale(self, rng):
        least = rng.choice([0, 0, 1, 2])
        return rng.choice(["", f"scale {least}..{least + rng.randint(1, 9)} per {rng.randint(1, 30)};", f"scale {least + 1}..{least + 1};"])

    def _need(self, actor, stated):
        own = [call for call in self.calls[actor] if call]
        left = [stated or self.declared[actor]] if None in self.calls[actor] or not self.calls[actor] else []
        return max(own + left)
