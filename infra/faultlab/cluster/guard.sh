#!/bin/sh
# Ends a primary whose Patroni has not reached etcd for so long that another node may soon be the primary: what a watchdog
# does by resetting the machine, for machines that have none. It runs beside Patroni, as PostgreSQL's user.
#
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
  # A node that is no primary, or not yet, has nothing to be ended.
  ?*) seen=$(date +%s) ;;
  esac
  if [ $(($(date +%s) - seen)) -lt "$patience" ] || [ -e "$data/standby.signal" ]; then continue; fi
  postmaster=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) || continue
  # The file outlives a postmaster that was killed, and its number may be another process by now.
  [ "$(readlink "/proc/$postmaster/cwd")" = "$data" ] || continue
  # Stopped processes end by KILL alone, and what the postmaster started outlives it for a moment.
  # shellcheck disable=SC2046 # several numbers are wanted
  kill -KILL $(pgrep --parent "$postmaster") "$postmaster" 2>/dev/null &&
    echo "ended PostgreSQL: Patroni has not reached etcd for $patience s"
done
