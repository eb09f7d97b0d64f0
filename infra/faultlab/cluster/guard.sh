#!/bin/sh
# Ends a primary whose Patroni has not reached etcd for so long that another node may soon be the primary, as a watchdog
# does by resetting the machine, for machines without one. Runs next to Patroni, as PostgreSQL's user.
# guard.sh <address of Patroni's API> <data folder of PostgreSQL> <seconds, fewer than Patroni's ttl>
set -u
api=$1
data=$2
patience=$3

seen=$(date +%s)
while sleep 1; do
  state=$(curl --silent --max-time 1 "$api/patroni")
  case $state in
  *'"role": "master"'* | *'"role": "primary"'*)
    seen=$(echo "$state" | sed -n 's/.*"dcs_last_seen": \([0-9]*\).*/\1/p')
    ;;
  # A standby, or a node that is not a primary yet, is left running.
  ?*) seen=$(date +%s) ;;
  esac
  if [ $(($(date +%s) - seen)) -lt "$patience" ] || [ -e "$data/standby.signal" ]; then continue; fi
  postmaster=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) || continue
  # The file can outlive a killed postmaster, and its number can belong to another process.
  [ "$(readlink "/proc/$postmaster/cwd")" = "$data" ] || continue
  # Only KILL ends stopped processes, and children of the postmaster outlive it for a moment.
  # shellcheck disable=SC2046 # several numbers are wanted
  kill -KILL $(pgrep --parent "$postmaster") "$postmaster" 2>/dev/null &&
    echo "ended PostgreSQL: Patroni has not reached etcd for $patience s"
done
