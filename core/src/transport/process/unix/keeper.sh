# Kills the trees that it was told of once its input ends.
#
#   + MARK                  a tree is about to start
#   = MARK GROUP STARTED    it has started, with this process group
#   - MARK                  it is gone
trap '' HUP INT QUIT TERM PIPE
all=
while read -r what mark group started; do
    # Never act on an empty word: it would mean everything.
    case $what$mark in
    + | = | -) continue ;;
    esac
    case $what in
    +) all="$all $mark" ;;
    =) [ "${group:-0}" -gt 1 ] && all="$all $mark/$group/$started" ;;
    -)
        kept=
        for one in $all; do
            case $one in
            "$mark" | "$mark"/*) ;;
            *) kept="$kept $one" ;;
            esac
        done
        all=$kept
        ;;
    esac
done

# Whether a group still is the one that it was: its leader is gone or has not changed.
unchanged() {
    read -r line <"/proc/$1/stat" || return 0
    wanted=$2
    set -- ${line##*) }
    [ "$wanted" = "${20}" ]
} 2>/dev/null

groups=
marks=
for one in $all; do
    case $one in
    */*) groups="$groups ${one#*/}" ;;
    *) marks="$marks
$one" ;;
    esac
done
marks=${marks#?}

round=0
while [ -n "$marks" ] && [ "$round" -lt 20 ]; do
    round=$((round + 1))
    found=
    for one in $groups; do
        if unchanged "${one%/*}" "${one#*/}" && kill -KILL -- "-${one%/*}" 2>/dev/null; then
            found=yes
        fi
    done
    if [ -r /proc/self/environ ]; then
        for file in $(grep -alF -- "$marks" /proc/[0-9]*/environ 2>/dev/null); do
            pid=${file#/proc/}
            kill -KILL "${pid%/environ}" 2>/dev/null && found=yes
        done
    else
        for pid in $(ps -axEww -o pid= -o command= 2>/dev/null | while read -r pid command; do
            for mark in $marks; do
                case $command in *"$mark"*) echo "$pid" ;; esac
            done
        done); do
            kill -KILL "$pid" 2>/dev/null && found=yes
        done
    fi
    [ -n "$found" ] || break
done
