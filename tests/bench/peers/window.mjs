// The measured stretch of a load, as window.py has it for ours: it opens after some moves and closes after some more,
// and knows what CPU time the processes have used in between.
import { readFileSync } from 'node:fs';

const TICKS = 100; // a second, in /proc

function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function own() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export class Window {
  constructor(moves, warmUp, pids) {
    Object.assign(this, { moves, warmUp, pids });
    this.done = 0;
    this.latencies = [];
    this.open();
    this.closed = new Promise((resolve) => { this.close = resolve; });
  }

  used() {
    return [...this.pids.map(cpuSeconds), own()];
  }

  open() {
    this.opened = performance.now();
    this.cpu = this.used();
  }

  // A move came back after so many milliseconds.
  moved(milliseconds) {
    this.done++;
    if (this.done === this.warmUp) this.open();
    if (this.done <= this.warmUp || this.latencies.length === this.moves) return;
    this.latencies.push(milliseconds);
    if (this.latencies.length === this.moves) {
      const seconds = (performance.now() - this.opened) / 1000;
      const cpu = this.used().map((now, n) => ((now - this.cpu[n]) / this.moves) * 1e6);
      const sorted = Float64Array.from(this.latencies).sort();
      const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
      this.close({ rate: this.moves / seconds, p50_ms: at(0.5), p99_ms: at(0.99), cpu_us: cpu });
    }
  }
}
